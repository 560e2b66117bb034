using System.Security.Cryptography;

public class Modes
{
    public void Later(Aes cipher)
    {
        // ruleid: csharp/crypto/repeating-mode
        cipher.Mode = CipherMode.ECB;
    }

    public Aes Made()
    {
        // ruleid: csharp/crypto/repeating-mode
        return new AesManaged { Mode = CipherMode.ECB };
    }

    public byte[] Direct(Aes cipher, byte[] data)
    {
        // ruleid: csharp/crypto/repeating-mode
        byte[] encrypted = cipher.EncryptEcb(data, PaddingMode.PKCS7);
        return encrypted;
    }

    public void Cbc(Aes cipher)
    {
        // ok: csharp/crypto/repeating-mode
        cipher.Mode = CipherMode.CBC;
    }

    public byte[] DirectCbc(Aes cipher, byte[] data, byte[] iv)
    {
        // ok: csharp/crypto/repeating-mode
        byte[] encrypted = cipher.EncryptCbc(data, iv);
        return encrypted;
    }

    public void Gcm(AesGcm cipher, byte[] nonce, byte[] text, byte[] to, byte[] tag)
    {
        // ok: csharp/crypto/repeating-mode
        cipher.Encrypt(nonce, text, to, tag);
    }
}
