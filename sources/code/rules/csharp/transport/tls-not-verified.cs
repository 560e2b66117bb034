using System.Net;
using System.Net.Http;

public class Connections
{
    public void All(HttpClientHandler handler)
    {
        // ruleid: csharp/transport/tls-not-verified
        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true;
    }

    public void Any(HttpClientHandler handler)
    {
        // ruleid: csharp/transport/tls-not-verified
        handler.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;
    }

    public void Everywhere()
    {
        // ruleid: csharp/transport/tls-not-verified
        ServicePointManager.ServerCertificateValidationCallback += (sender, certificate, chain, errors) => true;
    }

    public void Checked(HttpClientHandler handler)
    {
        // ok: csharp/transport/tls-not-verified
        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => errors == 0;
    }

    public HttpClientHandler Plain()
    {
        // ok: csharp/transport/tls-not-verified
        var handler = new HttpClientHandler();
        return handler;
    }

    public void Own(HttpClientHandler handler, Func<bool> check)
    {
        // ok: csharp/transport/tls-not-verified
        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => check();
    }
}
