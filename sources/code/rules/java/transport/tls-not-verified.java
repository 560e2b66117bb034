import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.net.ssl.*;
import org.apache.http.conn.ssl.*;

class Connections extends HttpServlet {
    void allNames(HttpsURLConnection connection) {
        // ruleid: java/transport/tls-not-verified
        connection.setHostnameVerifier((host, session) -> true);
    }

    Object noop() {
        // ruleid: java/transport/tls-not-verified
        return NoopHostnameVerifier.INSTANCE;
    }

    Object trusting() {
        // ruleid: java/transport/tls-not-verified
        Object strategy = new TrustAllStrategy();
        return strategy;
    }

    void ownNames(HttpsURLConnection connection) {
        // ok: java/transport/tls-not-verified
        connection.setHostnameVerifier((host, session) -> host.equals("api.example.org"));
    }

    Object standard() {
        // ok: java/transport/tls-not-verified
        return new DefaultHostnameVerifier();
    }

    void none(HttpsURLConnection connection) throws IOException {
        String method = "GET";
        // ok: java/transport/tls-not-verified
        connection.setRequestMethod(method);
    }
}
