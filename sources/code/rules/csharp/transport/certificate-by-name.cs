using System.Security.Cryptography.X509Certificates;

public class Names
{
    public bool Subject(X509Certificate2 certificate)
    {
        // ruleid: csharp/transport/certificate-by-name
        return certificate.Subject == "CN=shop";
    }

    public bool Issuer(X509Certificate2 certificate)
    {
        string own = "CN=own";
        // ruleid: csharp/transport/certificate-by-name
        return certificate.Issuer == own;
    }

    public bool Info(X509Certificate2 certificate)
    {
        // ruleid: csharp/transport/certificate-by-name
        return certificate.GetNameInfo(X509NameType.SimpleName, false) == "shop";
    }

    public bool Thumbprint(X509Certificate2 certificate, string known)
    {
        // ok: csharp/transport/certificate-by-name
        return certificate.Thumbprint == known;
    }

    public bool Chain(X509Chain chain, X509Certificate2 certificate)
    {
        // ok: csharp/transport/certificate-by-name
        return chain.Build(certificate);
    }

    public string Show(X509Certificate2 certificate)
    {
        // ok: csharp/transport/certificate-by-name
        string name = certificate.Subject;
        return name;
    }
}
