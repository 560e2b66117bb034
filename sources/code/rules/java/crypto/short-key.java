import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.security.*;
import javax.crypto.KeyGenerator;

class Keys extends HttpServlet {
    void rsa() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        // ruleid: java/crypto/short-key
        generator.initialize(1024);
    }

    void throughVariable() throws Exception {
        int bits = 512;
        KeyPairGenerator generator = KeyPairGenerator.getInstance("DSA");
        // ruleid: java/crypto/short-key
        generator.initialize(bits);
    }

    void blowfish() throws Exception {
        KeyGenerator generator = KeyGenerator.getInstance("Blowfish");
        // ruleid: java/crypto/short-key
        generator.init(64);
    }

    void long_() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        // ok: java/crypto/short-key
        generator.initialize(3072);
    }

    void aes() throws Exception {
        int bits = 256;
        KeyGenerator generator = KeyGenerator.getInstance("AES");
        // ok: java/crypto/short-key
        generator.init(bits);
    }

    void curve() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        // ok: java/crypto/short-key
        generator.initialize(256);
    }
}
