import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.net.ssl.*;

class Versions extends HttpServlet {
    void context() throws Exception {
        // ruleid: java/transport/old-tls
        SSLContext.getInstance("TLSv1.1");
    }

    void throughVariable() throws Exception {
        String version = "SSL";
        // ruleid: java/transport/old-tls
        SSLContext.getInstance(version);
    }

    void property() {
        // ruleid: java/transport/old-tls
        System.setProperty("jdk.tls.client.protocols", "TLSv1");
    }

    void good() throws Exception {
        // ok: java/transport/old-tls
        SSLContext.getInstance("TLSv1.3");
    }

    void standard() throws Exception {
        String version = "TLS";
        // ok: java/transport/old-tls
        SSLContext.getInstance(version);
    }

    void goodProperty() {
        // ok: java/transport/old-tls
        System.setProperty("jdk.tls.client.protocols", "TLSv1.2");
    }
}
