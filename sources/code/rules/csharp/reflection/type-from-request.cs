using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;

public class Actions : Controller
{
    public void Load()
    {
        // ruleid: csharp/reflection/type-from-request
        Type.GetType(Request.Query["type"]);
    }

    public void Call()
    {
        string name = "Do" + Request.Form["action"];
        // ruleid: csharp/reflection/type-from-request
        GetType().GetMethod(name);
    }

    public void Make()
    {
        // ruleid: csharp/reflection/type-from-request
        Activator.CreateInstance("Shop", Request.Headers["X-Type"]);
    }

    public void Fixed()
    {
        string name = "Shop.Action";
        // ok: csharp/reflection/type-from-request
        Type.GetType(name);
    }

    public void OneOf()
    {
        string name = Request.Query["action"];
        if (name != "List") name = "Show";
        // ok: csharp/reflection/type-from-request
        GetType().GetMethod(name);
    }

    public void Number()
    {
        // ok: csharp/reflection/type-from-request
        Type.GetType("Shop.Page" + int.Parse(Request.Query["page"]));
    }
}
