using System.Net;
using System.Security.Authentication;

public class Versions
{
    public void Old()
    {
        // ruleid: csharp/transport/old-tls
        ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls;
    }

    public SslProtocols Older()
    {
        // ruleid: csharp/transport/old-tls
        return SslProtocols.Ssl3;
    }

    public void Mixed()
    {
        // ruleid: csharp/transport/old-tls
        var both = SslProtocols.Tls11;
        Use(both);
    }

    public void Good()
    {
        // ok: csharp/transport/old-tls
        ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12;
    }

    public SslProtocols Better()
    {
        // ok: csharp/transport/old-tls
        return SslProtocols.Tls13;
    }

    public SslProtocols System()
    {
        // ok: csharp/transport/old-tls
        var choice = SslProtocols.None;
        return choice;
    }
}
