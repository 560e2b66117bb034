using System.Security.Cryptography;

public class Hashes
{
    public byte[] Md5(byte[] data)
    {
        // ruleid: csharp/crypto/weak-hash
        return MD5.Create().ComputeHash(data);
    }

    public byte[] Sha1(byte[] data)
    {
        // ruleid: csharp/crypto/weak-hash
        using var hash = new SHA1Managed();
        return hash.ComputeHash(data);
    }

    public HashAlgorithm Named()
    {
        string kind = "MD5";
        // ruleid: csharp/crypto/weak-hash
        return HashAlgorithm.Create(kind);
    }

    public byte[] Sha256(byte[] data)
    {
        // ok: csharp/crypto/weak-hash
        return SHA256.Create().ComputeHash(data);
    }

    public byte[] Direct(byte[] data)
    {
        // ok: csharp/crypto/weak-hash
        return SHA512.HashData(data);
    }

    public HashAlgorithm NamedStrong()
    {
        string kind = "SHA256";
        // ok: csharp/crypto/weak-hash
        return HashAlgorithm.Create(kind);
    }
}
