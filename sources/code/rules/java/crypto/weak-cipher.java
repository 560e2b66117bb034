import javax.crypto.Cipher;

class Ciphers {
    void all(String name) throws Exception {
        // ruleid: java/crypto/weak-cipher
        Cipher.getInstance("DES");
        // ruleid: java/crypto/weak-cipher
        Cipher.getInstance("AES/ECB/PKCS5Padding");
        String old = "RC4";
        // ruleid: java/crypto/weak-cipher
        Cipher.getInstance(old);

        // ok: java/crypto/weak-cipher
        Cipher.getInstance("AES/GCM/NoPadding");
        // ok: java/crypto/weak-cipher
        Cipher.getInstance(name);
        String good = "ChaCha20-Poly1305";
        // ok: java/crypto/weak-cipher
        Cipher.getInstance(good);
    }
}
