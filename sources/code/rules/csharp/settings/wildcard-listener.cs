using System.Net;

public class Listeners
{
    public void Star(HttpListener listener)
    {
        // ruleid: csharp/settings/wildcard-listener
        listener.Prefixes.Add("http://*:8080/");
    }

    public void Plus(HttpListener listener)
    {
        // ruleid: csharp/settings/wildcard-listener
        listener.Prefixes.Add("https://+:443/");
    }

    public void ThroughVariable(HttpListener listener)
    {
        string prefix = "http://*.com/";
        // ruleid: csharp/settings/wildcard-listener
        listener.Prefixes.Add(prefix);
    }

    public void Named(HttpListener listener)
    {
        // ok: csharp/settings/wildcard-listener
        listener.Prefixes.Add("http://shop.example.org:8080/");
    }

    public void Local(HttpListener listener)
    {
        string prefix = "http://localhost:8080/";
        // ok: csharp/settings/wildcard-listener
        listener.Prefixes.Add(prefix);
    }

    public void Sub(HttpListener listener)
    {
        // ok: csharp/settings/wildcard-listener
        listener.Prefixes.Add("http://*.shop.example.org/");
    }
}
