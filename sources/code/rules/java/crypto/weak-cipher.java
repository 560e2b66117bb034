import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.crypto.*;

class Ciphers extends HttpServlet {
    Cipher des() throws Exception {
        // ruleid: java/crypto/weak-cipher
        return Cipher.getInstance("DES/CBC/PKCS5Padding");
    }

    Cipher repeating() throws Exception {
        // ruleid: java/crypto/weak-cipher
        return Cipher.getInstance("AES/ECB/PKCS5Padding");
    }

    Cipher stream() throws Exception {
        String kind = "RC4";
        // ruleid: java/crypto/weak-cipher
        return Cipher.getInstance(kind);
    }

    Cipher good() throws Exception {
        // ok: java/crypto/weak-cipher
        return Cipher.getInstance("AES/GCM/NoPadding");
    }

    Cipher chosen() throws Exception {
        String kind = "ChaCha20-Poly1305";
        // ok: java/crypto/weak-cipher
        return Cipher.getInstance(kind);
    }

    KeyGenerator keys() throws Exception {
        // ok: java/crypto/weak-cipher
        return KeyGenerator.getInstance("AES");
    }
}
