using System;
using System.Security.Cryptography;

public class Tokens
{
    public string MakeToken()
    {
        // ruleid: csharp/crypto/predictable-random
        return new Random().Next().ToString();
    }

    public void Reset(Random random)
    {
        // ruleid: csharp/crypto/predictable-random
        string password = random.Next(999999).ToString();
        Console.WriteLine(password.Length);
    }

    public void GenerateKey(byte[] key)
    {
        var random = new Random();
        // ruleid: csharp/crypto/predictable-random
        random.NextBytes(key);
    }

    public string StrongToken()
    {
        // ok: csharp/crypto/predictable-random
        return Convert.ToHexString(RandomNumberGenerator.GetBytes(16));
    }

    public int Place(Random random, string[] items)
    {
        // ok: csharp/crypto/predictable-random
        return random.Next(items.Length);
    }

    public void Dice()
    {
        // ok: csharp/crypto/predictable-random
        int count = new Random().Next(6);
        Console.WriteLine(count);
    }
}
