using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;

public class Logins : Controller
{
    private readonly ILogger logger;

    public void Login()
    {
        // ruleid: csharp/log-injection/log-from-request
        logger.LogInformation("login of " + Request.Form["user"]);
    }

    public void Failed()
    {
        string user = Request.Query["user"];
        // ruleid: csharp/log-injection/log-from-request
        logger.LogWarning($"no such user: {user}");
    }

    public void Asked()
    {
        // ruleid: csharp/log-injection/log-from-request
        logger.LogDebug("asked for {Page}", Request.Headers["X-Page"]);
    }

    public void OneLine()
    {
        string user = Request.Form["user"].ToString().Replace("\n", " ");
        // ok: csharp/log-injection/log-from-request
        logger.LogInformation("login of " + user);
    }

    public void Number()
    {
        // ok: csharp/log-injection/log-from-request
        logger.LogInformation("page {Page}", int.Parse(Request.Query["page"]));
    }

    public void Fixed()
    {
        string user = "guest";
        // ok: csharp/log-injection/log-from-request
        logger.LogInformation("login of " + user);
    }
}
