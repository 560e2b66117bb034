import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Redirects extends HttpServlet {
    void afterLogin(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // ruleid: java/open-redirect/redirect-from-request
        response.sendRedirect(request.getParameter("next"));
    }

    void back(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String target = request.getHeader("Referer");
        // ruleid: java/open-redirect/redirect-from-request
        response.setHeader("Location", target);
    }

    void site(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // ruleid: java/open-redirect/redirect-from-request
        response.sendRedirect("https://" + request.getParameter("site"));
    }

    void fixed(HttpServletResponse response) throws IOException {
        String target = "/home";
        // ok: java/open-redirect/redirect-from-request
        response.sendRedirect(target);
    }

    void page(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // ok: java/open-redirect/redirect-from-request
        response.sendRedirect("/pages/" + request.getParameter("page"));
    }

    void oneOf(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String target = request.getParameter("next");
        if (Arrays.asList("/home", "/cart").contains(target)) {
            // ok: java/open-redirect/redirect-from-request
            response.sendRedirect(target);
        }
    }
}
