import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.net.URLEncoder;

class Headers extends HttpServlet {
    void language(HttpServletRequest request, HttpServletResponse response) {
        // ruleid: java/header-injection/header-from-request
        response.setHeader("Content-Language", request.getParameter("language"));
    }

    void name(HttpServletRequest request, HttpServletResponse response) {
        String value = "attachment; filename=" + request.getParameter("name");
        // ruleid: java/header-injection/header-from-request
        response.addHeader("Content-Disposition", value);
    }

    void cookie(HttpServletRequest request, HttpServletResponse response) {
        // ruleid: java/header-injection/header-from-request
        Cookie cookie = new Cookie("name", request.getParameter("name"));
        response.addCookie(cookie);
    }

    void encoded(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // ok: java/header-injection/header-from-request
        response.setHeader("X-Name", URLEncoder.encode(request.getParameter("name"), "UTF-8"));
    }

    void oneLine(HttpServletRequest request, HttpServletResponse response) {
        String name = request.getParameter("name").replaceAll("[\\r\\n]", "");
        // ok: java/header-injection/header-from-request
        response.setHeader("X-Name", name);
    }

    void fixed(HttpServletResponse response) {
        String language = "en";
        // ok: java/header-injection/header-from-request
        response.setHeader("Content-Language", language);
    }
}
