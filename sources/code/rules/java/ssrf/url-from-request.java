import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.net.URL;
import org.apache.http.client.methods.HttpGet;
import org.springframework.web.client.RestTemplate;

class Previews extends HttpServlet {
    void preview(HttpServletRequest request) throws IOException {
        // ruleid: java/ssrf/url-from-request
        new URL(request.getParameter("url")).openStream();
    }

    void status(HttpServletRequest request) throws IOException {
        String address = "https://" + request.getParameter("host") + "/status";
        // ruleid: java/ssrf/url-from-request
        new HttpGet(address);
    }

    void hook(HttpServletRequest request, RestTemplate client) {
        // ruleid: java/ssrf/url-from-request
        client.postForObject(request.getHeader("X-Callback"), "done", String.class);
    }

    void ownHost(HttpServletRequest request) throws IOException {
        // ok: java/ssrf/url-from-request
        new URL("https://api.example.org/items/" + request.getParameter("id")).openStream();
    }

    void fixed() throws IOException {
        String address = "https://api.example.org/";
        // ok: java/ssrf/url-from-request
        new URL(address).openStream();
    }

    void oneOf(HttpServletRequest request) throws IOException {
        String address = request.getParameter("url");
        if (!Set.of("https://a.example.org", "https://b.example.org").contains(address)) return;
        // ok: java/ssrf/url-from-request
        new URL(address).openStream();
    }
}
