import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.crypto.spec.GCMParameterSpec;

class Tags extends HttpServlet {
    GCMParameterSpec small(byte[] iv) {
        // ruleid: java/crypto/short-tag
        return new GCMParameterSpec(32, iv);
    }

    GCMParameterSpec throughVariable(byte[] iv) {
        int bits = 64;
        // ruleid: java/crypto/short-tag
        return new GCMParameterSpec(bits, iv);
    }

    AEADParameters other(KeyParameter key, byte[] iv) {
        // ruleid: java/crypto/short-tag
        return new AEADParameters(key, 32, iv);
    }

    GCMParameterSpec full(byte[] iv) {
        // ok: java/crypto/short-tag
        return new GCMParameterSpec(128, iv);
    }

    GCMParameterSpec fullThroughVariable(byte[] iv) {
        int bits = 96;
        // ok: java/crypto/short-tag
        return new GCMParameterSpec(bits, iv);
    }

    AEADParameters otherFull(KeyParameter key, byte[] iv) {
        // ok: java/crypto/short-tag
        return new AEADParameters(key, 128, iv);
    }
}
