using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Http;

public class Cookies : Controller
{
    public void Plain()
    {
        // ruleid: csharp/session/insecure-cookie
        Response.Cookies.Append("session", "1");
    }

    public void NotSecure()
    {
        // ruleid: csharp/session/insecure-cookie
        Response.Cookies.Append("session", "1", new CookieOptions { Secure = false, HttpOnly = true });
    }

    public void ForScripts(CookieOptions options)
    {
        // ruleid: csharp/session/insecure-cookie
        options.HttpOnly = false;
    }

    public void Good()
    {
        // ok: csharp/session/insecure-cookie
        Response.Cookies.Append("session", "1", new CookieOptions { HttpOnly = true, Secure = true });
    }

    public void Given(CookieOptions options)
    {
        // ok: csharp/session/insecure-cookie
        Response.Cookies.Append("session", "1", options);
    }

    public void Removed()
    {
        string name = "session";
        // ok: csharp/session/insecure-cookie
        Response.Cookies.Delete(name);
    }
}
