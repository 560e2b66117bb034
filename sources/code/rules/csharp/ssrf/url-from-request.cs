using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Net;
using System.Net.Http;
using System.Threading.Tasks;

public class Previews : Controller
{
    private readonly HttpClient client;

    public async Task Preview()
    {
        // ruleid: csharp/ssrf/url-from-request
        await client.GetStringAsync(Request.Query["url"]);
    }

    public async Task Status()
    {
        string address = "https://" + Request.Form["host"] + "/status";
        // ruleid: csharp/ssrf/url-from-request
        await client.GetAsync(address);
    }

    public void Hook()
    {
        // ruleid: csharp/ssrf/url-from-request
        WebRequest.Create(Request.Headers["X-Callback"]);
    }

    public async Task OwnHost()
    {
        // ok: csharp/ssrf/url-from-request
        await client.GetAsync("https://api.example.org/items/" + Request.Query["id"]);
    }

    public async Task Fixed()
    {
        string address = "https://api.example.org/";
        // ok: csharp/ssrf/url-from-request
        await client.GetAsync(address);
    }

    public async Task OneOf()
    {
        string address = Request.Query["url"];
        // ok: csharp/ssrf/url-from-request
        if (address == "https://a.example.org") await client.GetAsync(address);
    }
}
