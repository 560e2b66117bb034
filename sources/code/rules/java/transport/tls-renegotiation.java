import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Renegotiations extends HttpServlet {
    void allow() {
        // ruleid: java/transport/tls-renegotiation
        System.setProperty("sun.security.ssl.allowUnsafeRenegotiation", "true");
    }

    void throughVariable() {
        String on = "true";
        // ruleid: java/transport/tls-renegotiation
        System.setProperty("sun.security.ssl.allowUnsafeRenegotiation", on);
    }

    void revoked() {
        // ruleid: java/transport/tls-renegotiation
        System.setProperty("com.sun.net.ssl.checkRevocation", "false");
    }

    void refuse() {
        // ok: java/transport/tls-renegotiation
        System.setProperty("sun.security.ssl.allowUnsafeRenegotiation", "false");
    }

    void check() {
        String on = "true";
        // ok: java/transport/tls-renegotiation
        System.setProperty("com.sun.net.ssl.checkRevocation", on);
    }

    void other() {
        // ok: java/transport/tls-renegotiation
        System.setProperty("user.language", "en");
    }
}
