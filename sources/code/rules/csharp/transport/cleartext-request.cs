using System.Net;
using System.Net.Http;

public class Requests
{
    private readonly HttpClient client;

    public void Get()
    {
        // ruleid: csharp/transport/cleartext-request
        client.GetStringAsync("http://status.example.org/all");
    }

    public void Post()
    {
        string address = "http://api.example.org/items";
        // ruleid: csharp/transport/cleartext-request
        client.PostAsync(address, null);
    }

    public void Old()
    {
        // ruleid: csharp/transport/cleartext-request
        WebRequest.Create("http://api.example.org/");
    }

    public void Encrypted()
    {
        // ok: csharp/transport/cleartext-request
        client.GetStringAsync("https://status.example.org/all");
    }

    public void Local()
    {
        string address = "http://localhost:8080/health";
        // ok: csharp/transport/cleartext-request
        client.GetStringAsync(address);
    }

    public void Configured(string address)
    {
        // ok: csharp/transport/cleartext-request
        client.GetStringAsync(address);
    }
}
