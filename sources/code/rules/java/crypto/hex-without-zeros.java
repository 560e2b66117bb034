import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.security.MessageDigest;

class Hex extends HttpServlet {
    String hash(byte[] data) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        StringBuilder text = new StringBuilder();
        for (byte each : digest.digest(data)) {
            // ruleid: java/crypto/hex-without-zeros
            text.append(Integer.toHexString(each & 0xff));
        }
        return text.toString();
    }

    String indexed(byte[] data) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        byte[] hash = digest.digest(data);
        String text = "";
        for (int i = 0; i < hash.length; i++) {
            // ruleid: java/crypto/hex-without-zeros
            text += Integer.toHexString(hash[i]);
        }
        return text;
    }

    String throughVariable(byte[] data) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        String text = "";
        for (byte each : digest.digest(data)) {
            // ruleid: java/crypto/hex-without-zeros
            String hex = Integer.toHexString(each);
            text += hex;
        }
        return text;
    }

    String formatted(byte[] data) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        StringBuilder text = new StringBuilder();
        for (byte each : digest.digest(data)) {
            // ok: java/crypto/hex-without-zeros
            text.append(String.format("%02x", each));
        }
        return text.toString();
    }

    String number(int value) {
        // ok: java/crypto/hex-without-zeros
        return Integer.toHexString(value);
    }

    String whole(byte[] data) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] hash = digest.digest(data);
        // ok: java/crypto/hex-without-zeros
        return HexFormat.of().formatHex(hash);
    }
}
