import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.crypto.*;

class Nulls extends HttpServlet {
    Cipher none() {
        // ruleid: java/crypto/null-cipher
        return new NullCipher();
    }

    Cipher full() {
        // ruleid: java/crypto/null-cipher
        return new javax.crypto.NullCipher();
    }

    void used(byte[] data) throws Exception {
        // ruleid: java/crypto/null-cipher
        Cipher cipher = new NullCipher();
        cipher.doFinal(data);
    }

    Cipher good() throws Exception {
        // ok: java/crypto/null-cipher
        return Cipher.getInstance("AES/GCM/NoPadding");
    }

    Object other() {
        // ok: java/crypto/null-cipher
        return new NullOutput();
    }

    Cipher throughVariable() throws Exception {
        String kind = "AES/GCM/NoPadding";
        // ok: java/crypto/null-cipher
        return Cipher.getInstance(kind);
    }
}
