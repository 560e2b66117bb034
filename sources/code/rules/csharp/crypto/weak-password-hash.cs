using System.Security.Cryptography;

public class Passwords
{
    public object Few(string word, byte[] salt)
    {
        // ruleid: csharp/crypto/weak-password-hash
        return new Rfc2898DeriveBytes(word, salt, 1000);
    }

    public object Standard(string word, byte[] salt)
    {
        // ruleid: csharp/crypto/weak-password-hash
        return new Rfc2898DeriveBytes(word, salt);
    }

    public byte[] Static(string word, byte[] salt)
    {
        int rounds = 5000;
        // ruleid: csharp/crypto/weak-password-hash
        return Rfc2898DeriveBytes.Pbkdf2(word, salt, rounds, HashAlgorithmName.SHA256, 32);
    }

    public object Many(string word, byte[] salt)
    {
        // ok: csharp/crypto/weak-password-hash
        return new Rfc2898DeriveBytes(word, salt, 600000, HashAlgorithmName.SHA256);
    }

    public byte[] StaticMany(string word, byte[] salt)
    {
        int rounds = 600000;
        // ok: csharp/crypto/weak-password-hash
        return Rfc2898DeriveBytes.Pbkdf2(word, salt, rounds, HashAlgorithmName.SHA256, 32);
    }

    public string Framework(PasswordHasher<string> hasher, string word)
    {
        // ok: csharp/crypto/weak-password-hash
        return hasher.HashPassword("user", word);
    }
}
