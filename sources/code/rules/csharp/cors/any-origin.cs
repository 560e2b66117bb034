using Microsoft.AspNetCore.Cors.Infrastructure;

public class Origins
{
    public void Any(CorsPolicyBuilder policy)
    {
        // ruleid: csharp/cors/any-origin
        policy.AllowAnyOrigin();
    }

    public void Star(CorsPolicyBuilder policy)
    {
        string everyone = "*";
        // ruleid: csharp/cors/any-origin
        policy.WithOrigins(everyone);
    }

    public void Header(HttpResponse response)
    {
        // ruleid: csharp/cors/any-origin
        response.Headers.Add("Access-Control-Allow-Origin", "*");
    }

    public void Named(CorsPolicyBuilder policy)
    {
        // ok: csharp/cors/any-origin
        policy.WithOrigins("https://shop.example.org");
    }

    public void NamedHeader(HttpResponse response)
    {
        string shop = "https://shop.example.org";
        // ok: csharp/cors/any-origin
        response.Headers.Add("Access-Control-Allow-Origin", shop);
    }

    public void Other(HttpResponse response)
    {
        // ok: csharp/cors/any-origin
        response.Headers.Add("Accept-Ranges", "*");
    }
}
