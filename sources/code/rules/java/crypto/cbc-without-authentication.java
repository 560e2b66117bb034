import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.crypto.*;

class Modes extends HttpServlet {
    Cipher cbc() throws Exception {
        // ruleid: java/crypto/cbc-without-authentication
        return Cipher.getInstance("AES/CBC/PKCS5Padding");
    }

    Cipher lower() throws Exception {
        // ruleid: java/crypto/cbc-without-authentication
        return Cipher.getInstance("aes/cbc/pkcs7padding");
    }

    Cipher throughVariable() throws Exception {
        String kind = "AES/CBC/PKCS5Padding";
        // ruleid: java/crypto/cbc-without-authentication
        return Cipher.getInstance(kind);
    }

    Cipher gcm() throws Exception {
        // ok: java/crypto/cbc-without-authentication
        return Cipher.getInstance("AES/GCM/NoPadding");
    }

    Cipher ccm() throws Exception {
        // ok: java/crypto/cbc-without-authentication
        return Cipher.getInstance("AES/CCM/NoPadding");
    }

    Cipher chosen() throws Exception {
        String kind = "AES/GCM/NoPadding";
        // ok: java/crypto/cbc-without-authentication
        return Cipher.getInstance(kind);
    }
}
