using System;
using System.Net;

public class Databases
{
    // ruleid: csharp/secrets/hard-coded-password
    private const string DbPassword = "tr0ub4dor-and-3";

    public object Credential()
    {
        // ruleid: csharp/secrets/hard-coded-password
        return new NetworkCredential("shop", "correct-horse-9");
    }

    public string Connection()
    {
        // ruleid: csharp/secrets/hard-coded-password
        return "Server=db;Database=shop;User=sa;Password=k9f8s7d6f5;";
    }

    public string FromEnvironment()
    {
        // ok: csharp/secrets/hard-coded-password
        string password = Environment.GetEnvironmentVariable("DB_PASSWORD");
        return password;
    }

    public string StandIn()
    {
        // ok: csharp/secrets/hard-coded-password
        string password = "<your password>";
        return password;
    }

    public string Label()
    {
        // ok: csharp/secrets/hard-coded-password
        string passwordLabel = "Type your password here";
        return passwordLabel;
    }
}
