using System;
using System.Net.Http;

public class Tokens
{
    // ruleid: csharp/secrets/token-in-code
    private const string Stripe = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";

    public string Key()
    {
        // ruleid: csharp/secrets/token-in-code
        return "AKIAIOSFODNN7QWERTYU";
    }

    public void Header(HttpClient client)
    {
        // ruleid: csharp/secrets/token-in-code
        client.DefaultRequestHeaders.Add("Authorization", "Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345");
    }

    public string FromEnvironment()
    {
        // ok: csharp/secrets/token-in-code
        return Environment.GetEnvironmentVariable("STRIPE_KEY");
    }

    public string Words()
    {
        // ok: csharp/secrets/token-in-code
        string text = "the token is asked for at the start";
        return text;
    }

    public bool Prefix(string token)
    {
        // ok: csharp/secrets/token-in-code
        return token.StartsWith("ghp_");
    }
}
