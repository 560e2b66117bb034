using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;

public class Sessions : Controller
{
    public void Remember()
    {
        // ruleid: csharp/trust-boundary/session-from-request
        HttpContext.Session.SetString("name", Request.Query["name"]);
    }

    public void Role()
    {
        string role = Request.Form["role"];
        // ruleid: csharp/trust-boundary/session-from-request
        HttpContext.Session.SetString("role", role);
    }

    public void Old()
    {
        // ruleid: csharp/trust-boundary/session-from-request
        Session["mail"] = Request.Form["mail"];
    }

    public void Number()
    {
        // ok: csharp/trust-boundary/session-from-request
        HttpContext.Session.SetString("page", int.Parse(Request.Query["page"]).ToString());
    }

    public void Fixed()
    {
        string name = "guest";
        // ok: csharp/trust-boundary/session-from-request
        HttpContext.Session.SetString("name", name);
    }

    public void OneOf()
    {
        string language = Request.Query["language"];
        // ok: csharp/trust-boundary/session-from-request
        if (language == "de") HttpContext.Session.SetString("language", language);
    }
}
