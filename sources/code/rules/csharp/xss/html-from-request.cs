using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Threading.Tasks;
using System.Web;
using Microsoft.AspNetCore.Html;

public class Pages : Controller
{
    public IActionResult Hello()
    {
        // ruleid: csharp/xss/html-from-request
        return Content("<p>Hello " + Request.Query["name"], "text/html");
    }

    public async Task Echo()
    {
        string text = Request.Form["text"];
        // ruleid: csharp/xss/html-from-request
        await Response.WriteAsync($"<pre>{text}</pre>");
    }

    public object Raw()
    {
        // ruleid: csharp/xss/html-from-request
        return new HtmlString(Request.Cookies["banner"]);
    }

    public IActionResult Escaped()
    {
        string name = HttpUtility.HtmlEncode(Request.Query["name"]);
        // ok: csharp/xss/html-from-request
        return Content("<p>Hello " + name, "text/html");
    }

    public IActionResult Number()
    {
        // ok: csharp/xss/html-from-request
        return Content("<p>page " + int.Parse(Request.Query["page"]), "text/html");
    }

    public IActionResult OneOf()
    {
        string kind = Request.Query["kind"];
        if (kind != "new") kind = "old";
        // ok: csharp/xss/html-from-request
        return Content("<p>" + kind, "text/html");
    }
}
