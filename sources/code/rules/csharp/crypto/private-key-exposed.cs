using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

public class PrivateKeys
{
    public object Key(X509Certificate2 certificate)
    {
        // ruleid: csharp/crypto/private-key-exposed
        return certificate.PrivateKey;
    }

    public byte[] File(X509Certificate2 certificate)
    {
        // ruleid: csharp/crypto/private-key-exposed
        return certificate.Export(X509ContentType.Pfx);
    }

    public string Text(RSA key)
    {
        // ruleid: csharp/crypto/private-key-exposed
        string text = key.ToXmlString(true);
        return text;
    }

    public object Public(X509Certificate2 certificate)
    {
        // ok: csharp/crypto/private-key-exposed
        return certificate.GetRSAPublicKey();
    }

    public string PublicText(RSA key)
    {
        // ok: csharp/crypto/private-key-exposed
        string text = key.ToXmlString(false);
        return text;
    }

    public byte[] Sign(RSA key, byte[] data)
    {
        // ok: csharp/crypto/private-key-exposed
        return key.SignData(data, HashAlgorithmName.SHA256, RSASignaturePadding.Pss);
    }
}
