import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.crypto.*;

class Paddings extends HttpServlet {
    Cipher none() throws Exception {
        // ruleid: java/crypto/rsa-without-padding
        return Cipher.getInstance("RSA/NONE/NoPadding");
    }

    Cipher old() throws Exception {
        // ruleid: java/crypto/rsa-without-padding
        return Cipher.getInstance("RSA/ECB/PKCS1Padding");
    }

    Cipher throughVariable() throws Exception {
        String kind = "RSA/ECB/NoPadding";
        // ruleid: java/crypto/rsa-without-padding
        return Cipher.getInstance(kind);
    }

    Cipher oaep() throws Exception {
        // ok: java/crypto/rsa-without-padding
        return Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
    }

    Cipher aes() throws Exception {
        // ok: java/crypto/rsa-without-padding
        return Cipher.getInstance("AES/GCM/NoPadding");
    }

    Cipher chosen() throws Exception {
        String kind = "RSA/ECB/OAEPWithSHA-1AndMGF1Padding";
        // ok: java/crypto/rsa-without-padding
        return Cipher.getInstance(kind);
    }
}
