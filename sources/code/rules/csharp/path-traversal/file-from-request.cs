using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;

public class Files : Controller
{
    public string Read()
    {
        // ruleid: csharp/path-traversal/file-from-request
        return System.IO.File.ReadAllText("/srv/files/" + Request.Query["name"]);
    }

    public void Remove([FromQuery] string name)
    {
        string path = Path.Combine("/srv/files", name);
        // ruleid: csharp/path-traversal/file-from-request
        System.IO.File.Delete(path);
    }

    public void Open()
    {
        // ruleid: csharp/path-traversal/file-from-request
        new FileStream(Request.Headers["X-Path"], FileMode.Open);
    }

    public string Named()
    {
        // ok: csharp/path-traversal/file-from-request
        return System.IO.File.ReadAllText("/srv/files/" + Path.GetFileName(Request.Query["name"]));
    }

    public string Checked([FromQuery] string name)
    {
        string path = Path.GetFullPath(Path.Combine("/srv/files", name));
        if (!path.StartsWith("/srv/files/")) return "";
        // ok: csharp/path-traversal/file-from-request
        return System.IO.File.ReadAllText(path);
    }

    public string Fixed()
    {
        string name = "terms.txt";
        // ok: csharp/path-traversal/file-from-request
        return System.IO.File.ReadAllText("/srv/files/" + name);
    }
}
