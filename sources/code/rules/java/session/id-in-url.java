import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.net.URLEncoder;

class Addresses extends HttpServlet {
    String link(HttpServletResponse response) {
        // ruleid: java/session/id-in-url
        return response.encodeURL("/cart");
    }

    String old(HttpServletResponse response) {
        // ruleid: java/session/id-in-url
        return response.encodeUrl("/cart");
    }

    void redirect(HttpServletResponse response) throws IOException {
        String target = "/cart";
        // ruleid: java/session/id-in-url
        response.sendRedirect(response.encodeRedirectURL(target));
    }

    String plain() {
        // ok: java/session/id-in-url
        return "/cart";
    }

    void plainRedirect(HttpServletResponse response) throws IOException {
        String target = "/cart";
        // ok: java/session/id-in-url
        response.sendRedirect(target);
    }

    String parameter(String name) throws IOException {
        // ok: java/session/id-in-url
        return URLEncoder.encode(name, "UTF-8");
    }
}
