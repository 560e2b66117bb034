import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;

class Hashes extends HttpServlet {
    byte[] md5(byte[] data) throws Exception {
        // ruleid: java/crypto/weak-hash
        return MessageDigest.getInstance("MD5").digest(data);
    }

    byte[] sha1(byte[] data) throws Exception {
        String kind = "SHA-1";
        // ruleid: java/crypto/weak-hash
        return MessageDigest.getInstance(kind).digest(data);
    }

    String hex(byte[] data) {
        // ruleid: java/crypto/weak-hash
        return DigestUtils.md5Hex(data);
    }

    byte[] sha256(byte[] data) throws Exception {
        // ok: java/crypto/weak-hash
        return MessageDigest.getInstance("SHA-256").digest(data);
    }

    String hex256(byte[] data) {
        // ok: java/crypto/weak-hash
        return DigestUtils.sha256Hex(data);
    }

    byte[] configured(byte[] data) throws Exception {
        String kind = "SHA-512";
        // ok: java/crypto/weak-hash
        return MessageDigest.getInstance(kind).digest(data);
    }
}
