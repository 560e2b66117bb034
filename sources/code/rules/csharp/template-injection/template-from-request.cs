using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using HandlebarsDotNet;
using RazorEngine;
using RazorEngine.Templating;

public class Templates : Controller
{
    public string Hello()
    {
        // ruleid: csharp/template-injection/template-from-request
        return Razor.Parse("Hello " + Request.Query["name"]);
    }

    public string Page()
    {
        string layout = Request.Form["layout"];
        // ruleid: csharp/template-injection/template-from-request
        return Engine.Razor.RunCompile(layout, "page");
    }

    public object Bars()
    {
        // ruleid: csharp/template-injection/template-from-request
        return Handlebars.Compile(Request.Headers["X-Layout"]);
    }

    public string Fixed()
    {
        string layout = "Hello @Model.Name";
        // ok: csharp/template-injection/template-from-request
        return Razor.Parse(layout);
    }

    public string InModel()
    {
        // ok: csharp/template-injection/template-from-request
        return Engine.Razor.RunCompile("hello", null, new { Name = Request.Query["name"] });
    }

    public string Number()
    {
        // ok: csharp/template-injection/template-from-request
        return Razor.Parse("page " + int.Parse(Request.Query["page"]));
    }
}
