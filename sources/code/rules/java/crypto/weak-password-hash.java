import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;

class Accounts extends HttpServlet {
    void store(User user, String word) throws Exception {
        byte[] hash = MessageDigest.getInstance("MD5").digest(word.getBytes());
        // ruleid: java/crypto/weak-password-hash
        user.setPassword(new String(hash));
    }

    byte[] hash(String password) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        // ruleid: java/crypto/weak-password-hash
        return digest.digest(password.getBytes());
    }

    void hex(User user, String word) {
        // ruleid: java/crypto/weak-password-hash
        user.setPassword(DigestUtils.sha1Hex(word));
    }

    void encoded(User user, String word, PasswordEncoder encoder) {
        // ok: java/crypto/weak-password-hash
        user.setPassword(encoder.encode(word));
    }

    byte[] file(byte[] data) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        // ok: java/crypto/weak-password-hash
        return digest.digest(data);
    }

    void plain(User user, String word) {
        String given = word;
        // ok: java/crypto/weak-password-hash
        user.setPassword(given);
    }
}
