using System.Security.Cryptography;

public class Ciphers
{
    public DES Old()
    {
        // ruleid: csharp/crypto/weak-cipher
        return DES.Create();
    }

    public SymmetricAlgorithm Provider()
    {
        // ruleid: csharp/crypto/weak-cipher
        var cipher = new RC2CryptoServiceProvider();
        return cipher;
    }

    public SymmetricAlgorithm Named()
    {
        string kind = "DES";
        // ruleid: csharp/crypto/weak-cipher
        return SymmetricAlgorithm.Create(kind);
    }

    public Aes Good()
    {
        // ok: csharp/crypto/weak-cipher
        return Aes.Create();
    }

    public AesGcm Better(byte[] key)
    {
        // ok: csharp/crypto/weak-cipher
        var cipher = new AesGcm(key, 16);
        return cipher;
    }

    public SymmetricAlgorithm NamedGood()
    {
        string kind = "AES";
        // ok: csharp/crypto/weak-cipher
        return SymmetricAlgorithm.Create(kind);
    }
}
