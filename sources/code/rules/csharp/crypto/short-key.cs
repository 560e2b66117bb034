using System.Security.Cryptography;

public class Keys
{
    public RSA Short()
    {
        // ruleid: csharp/crypto/short-key
        return RSA.Create(1024);
    }

    public RSA Provider()
    {
        int bits = 512;
        // ruleid: csharp/crypto/short-key
        return new RSACryptoServiceProvider(bits);
    }

    public void Later(RSA rsa)
    {
        // ruleid: csharp/crypto/short-key
        rsa.KeySize = 1024;
    }

    public RSA Long()
    {
        // ok: csharp/crypto/short-key
        return RSA.Create(3072);
    }

    public RSA LongProvider()
    {
        int bits = 4096;
        // ok: csharp/crypto/short-key
        return new RSACryptoServiceProvider(bits);
    }

    public ECDsa Curve()
    {
        // ok: csharp/crypto/short-key
        return ECDsa.Create(ECCurve.NamedCurves.nistP256);
    }
}
