using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Diagnostics;

public class Commands : Controller
{
    public void Shell()
    {
        // ruleid: csharp/command-injection/command-from-request
        Process.Start("cmd.exe", "/c dir " + Request.Query["folder"]);
    }

    public void Program()
    {
        string tool = Request.Form["tool"];
        // ruleid: csharp/command-injection/command-from-request
        Process.Start(tool);
    }

    public void Info()
    {
        var info = new ProcessStartInfo("sh");
        // ruleid: csharp/command-injection/command-from-request
        info.Arguments = $"-c 'ls {Request.Headers["X-Folder"]}'";
        Process.Start(info);
    }

    public void Fixed()
    {
        // ok: csharp/command-injection/command-from-request
        Process.Start("uptime", "-p");
    }

    public void Number()
    {
        int seconds = int.Parse(Request.Query["seconds"]);
        // ok: csharp/command-injection/command-from-request
        Process.Start("sleep", seconds.ToString());
    }

    public void OneOf()
    {
        string unit = Request.Query["unit"];
        if (unit != "web") return;
        // ok: csharp/command-injection/command-from-request
        Process.Start("systemctl", "restart " + unit);
    }
}
