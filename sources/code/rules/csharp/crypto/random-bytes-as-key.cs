using System;
using System.Security.Cryptography;

public class Generated
{
    public void Aes(Aes cipher, Random random)
    {
        byte[] bytes = new byte[32];
        random.NextBytes(bytes);
        // ruleid: csharp/crypto/random-bytes-as-key
        cipher.Key = bytes;
    }

    public object Gcm()
    {
        byte[] bytes = new byte[32];
        new Random().NextBytes(bytes);
        // ruleid: csharp/crypto/random-bytes-as-key
        return new AesGcm(bytes, 16);
    }

    public object Signed(Random random)
    {
        var bytes = new byte[32];
        random.NextBytes(bytes);
        // ruleid: csharp/crypto/random-bytes-as-key
        return new HMACSHA256(bytes);
    }

    public void Strong(Aes cipher)
    {
        byte[] bytes = new byte[32];
        RandomNumberGenerator.Fill(bytes);
        // ok: csharp/crypto/random-bytes-as-key
        cipher.Key = bytes;
    }

    public object Given(byte[] bytes)
    {
        // ok: csharp/crypto/random-bytes-as-key
        return new AesGcm(bytes, 16);
    }

    public void Other(Random random, Aes cipher, byte[] given)
    {
        byte[] bytes = new byte[32];
        random.NextBytes(bytes);
        // ok: csharp/crypto/random-bytes-as-key
        cipher.Key = given;
    }
}
