import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.net.URL;
import org.apache.http.client.methods.*;
import org.springframework.web.client.RestTemplate;

class Requests extends HttpServlet {
    void get() throws IOException {
        // ruleid: java/transport/cleartext-request
        new URL("http://status.example.org/all").openConnection();
    }

    void post() {
        String address = "http://api.example.org/items";
        // ruleid: java/transport/cleartext-request
        new HttpPost(address);
    }

    void template(RestTemplate client) {
        // ruleid: java/transport/cleartext-request
        client.getForObject("http://api.example.org/", String.class);
    }

    void encrypted() throws IOException {
        // ok: java/transport/cleartext-request
        new URL("https://status.example.org/all").openConnection();
    }

    void local() throws IOException {
        String address = "http://localhost:8080/health";
        // ok: java/transport/cleartext-request
        new URL(address).openConnection();
    }

    void configured(String address) throws IOException {
        // ok: java/transport/cleartext-request
        new URL(address).openConnection();
    }
}
