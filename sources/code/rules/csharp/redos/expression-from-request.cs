using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Text.RegularExpressions;

public class Searches : Controller
{
    public bool Search()
    {
        // ruleid: csharp/redos/expression-from-request
        return Regex.IsMatch("text", Request.Query["q"]);
    }

    public Regex Starts()
    {
        string start = "^" + Request.Form["start"];
        // ruleid: csharp/redos/expression-from-request
        return new Regex(start);
    }

    public Match Given(string expression)
    {
        // ruleid: csharp/redos/expression-from-request
        return Regex.Match("text", expression);
    }

    public Regex Escaped()
    {
        string start = Regex.Escape(Request.Query["start"]);
        // ok: csharp/redos/expression-from-request
        return new Regex("^" + start);
    }

    public bool Fixed()
    {
        string digits = "^[0-9]{1,9}$";
        // ok: csharp/redos/expression-from-request
        return Regex.IsMatch(Request.Query["q"], digits);
    }

    public Regex Timed([FromQuery] string q)
    {
        // ok: csharp/redos/expression-from-request
        return new Regex(q, RegexOptions.None, TimeSpan.FromSeconds(1));
    }
}
