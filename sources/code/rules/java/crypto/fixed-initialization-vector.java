import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.security.SecureRandom;
import javax.crypto.*;
import javax.crypto.spec.*;

class Vectors extends HttpServlet {
    IvParameterSpec text() {
        // ruleid: java/crypto/fixed-initialization-vector
        return new IvParameterSpec("0123456789abcdef".getBytes());
    }

    IvParameterSpec zeros() {
        byte[] iv = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        // ruleid: java/crypto/fixed-initialization-vector
        return new IvParameterSpec(iv);
    }

    GCMParameterSpec gcm() {
        String start = "0123456789ab";
        // ruleid: java/crypto/fixed-initialization-vector
        return new GCMParameterSpec(128, start.getBytes());
    }

    IvParameterSpec fresh(SecureRandom random) {
        byte[] iv = new byte[16];
        random.nextBytes(iv);
        // ok: java/crypto/fixed-initialization-vector
        return new IvParameterSpec(iv);
    }

    IvParameterSpec given(byte[] iv) {
        // ok: java/crypto/fixed-initialization-vector
        return new IvParameterSpec(iv);
    }

    IvParameterSpec ofCipher(Cipher cipher) {
        // ok: java/crypto/fixed-initialization-vector
        return new IvParameterSpec(cipher.getIV());
    }
}
