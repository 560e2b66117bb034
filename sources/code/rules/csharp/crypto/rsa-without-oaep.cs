using System.Security.Cryptography;

public class Paddings
{
    public byte[] Old(RSACryptoServiceProvider rsa, byte[] data)
    {
        // ruleid: csharp/crypto/rsa-without-oaep
        return rsa.Encrypt(data, false);
    }

    public byte[] Pkcs(RSA rsa, byte[] data)
    {
        // ruleid: csharp/crypto/rsa-without-oaep
        return rsa.Encrypt(data, RSAEncryptionPadding.Pkcs1);
    }

    public object Exchange(RSA rsa)
    {
        // ruleid: csharp/crypto/rsa-without-oaep
        var formatter = new RSAPKCS1KeyExchangeFormatter(rsa);
        return formatter;
    }

    public byte[] Oaep(RSA rsa, byte[] data)
    {
        // ok: csharp/crypto/rsa-without-oaep
        return rsa.Encrypt(data, RSAEncryptionPadding.OaepSHA256);
    }

    public byte[] OldOaep(RSACryptoServiceProvider rsa, byte[] data)
    {
        bool oaep = true;
        // ok: csharp/crypto/rsa-without-oaep
        return rsa.Encrypt(data, oaep);
    }

    public object OaepExchange(RSA rsa)
    {
        // ok: csharp/crypto/rsa-without-oaep
        var formatter = new RSAOAEPKeyExchangeFormatter(rsa);
        return formatter;
    }
}
