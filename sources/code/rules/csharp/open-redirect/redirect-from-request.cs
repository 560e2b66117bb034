using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;

public class Redirects : Controller
{
    public IActionResult AfterLogin([FromQuery] string next)
    {
        // ruleid: csharp/open-redirect/redirect-from-request
        return Redirect(next);
    }

    public void Back()
    {
        string target = Request.Headers["Referer"];
        // ruleid: csharp/open-redirect/redirect-from-request
        Response.Redirect(target);
    }

    public IActionResult Site()
    {
        // ruleid: csharp/open-redirect/redirect-from-request
        return new RedirectResult("https://" + Request.Query["site"]);
    }

    public IActionResult Local([FromQuery] string next)
    {
        // ok: csharp/open-redirect/redirect-from-request
        return LocalRedirect(next);
    }

    public IActionResult Checked([FromQuery] string next)
    {
        if (!Url.IsLocalUrl(next)) return BadRequest();
        // ok: csharp/open-redirect/redirect-from-request
        return Redirect(next);
    }

    public IActionResult Fixed()
    {
        string target = "/home";
        // ok: csharp/open-redirect/redirect-from-request
        return Redirect(target);
    }
}
