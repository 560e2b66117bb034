using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;

public class Headers : Controller
{
    public void Language()
    {
        // ruleid: csharp/header-injection/header-from-request
        Response.Headers.Add("Content-Language", Request.Query["language"]);
    }

    public void Name()
    {
        string value = "attachment; filename=" + Request.Form["name"];
        // ruleid: csharp/header-injection/header-from-request
        Response.Headers["Content-Disposition"] = value;
    }

    public void Trace()
    {
        // ruleid: csharp/header-injection/header-from-request
        Response.Headers.Append("X-Trace", Request.Cookies["trace"]);
    }

    public void Encoded()
    {
        // ok: csharp/header-injection/header-from-request
        Response.Headers.Add("X-Name", Uri.EscapeDataString(Request.Query["name"]));
    }

    public void Fixed()
    {
        string language = "en";
        // ok: csharp/header-injection/header-from-request
        Response.Headers.Add("Content-Language", language);
    }

    public void OneOf()
    {
        string language = Request.Query["language"];
        // ok: csharp/header-injection/header-from-request
        if (language == "de") Response.Headers.Add("Content-Language", language);
    }
}
