import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Forwards extends HttpServlet {
    void forward(String target, HttpServletResponse response) throws IOException {
        // ruleid: java/open-redirect/redirect-from-caller
        response.sendRedirect(target);
    }

    void header(String target, HttpServletResponse response) {
        // ruleid: java/open-redirect/redirect-from-caller
        response.addHeader("Location", target);
    }

    void site(String site, HttpServletResponse response) throws IOException {
        String target = "https://" + site;
        // ruleid: java/open-redirect/redirect-from-caller
        response.sendRedirect(target);
    }

    void fixed(HttpServletResponse response) throws IOException {
        String target = "/home";
        // ok: java/open-redirect/redirect-from-caller
        response.sendRedirect(target);
    }

    void page(String page, HttpServletResponse response) throws IOException {
        // ok: java/open-redirect/redirect-from-caller
        response.sendRedirect("/pages/" + page);
    }

    void oneOf(String target, HttpServletResponse response) throws IOException {
        if (!Set.of("/home", "/cart").contains(target)) return;
        // ok: java/open-redirect/redirect-from-caller
        response.sendRedirect(target);
    }
}
