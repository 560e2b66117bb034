using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Web;

public class Mails : Controller
{
    public string Greet()
    {
        // ruleid: csharp/xss/html-text-from-request
        return "<p>Hello " + Request.Query["name"];
    }

    public string Link()
    {
        string page = Request.Form["page"];
        // ruleid: csharp/xss/html-text-from-request
        return string.Format("<a href='{0}'>more</a>", page);
    }

    public string Cell()
    {
        // ruleid: csharp/xss/html-text-from-request
        string text = "<td>" + Request.Headers["X-Cell"];
        return text;
    }

    public string Escaped()
    {
        // ok: csharp/xss/html-text-from-request
        return "<p>Hello " + HttpUtility.HtmlEncode(Request.Query["name"]);
    }

    public string Number()
    {
        int page = int.Parse(Request.Query["page"]);
        // ok: csharp/xss/html-text-from-request
        return "<p>page " + page;
    }

    public string Plain()
    {
        // ok: csharp/xss/html-text-from-request
        return "Hello " + Request.Query["name"];
    }
}
