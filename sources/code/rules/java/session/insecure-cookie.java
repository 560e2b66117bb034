import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Cookies extends HttpServlet {
    void plain(HttpServletResponse response) {
        Cookie cookie = new Cookie("session", "1");
        // ruleid: java/session/insecure-cookie
        response.addCookie(cookie);
    }

    void notSecure(HttpServletResponse response) {
        Cookie cookie = new Cookie("session", "1");
        // ruleid: java/session/insecure-cookie
        cookie.setSecure(false);
        cookie.setHttpOnly(true);
        response.addCookie(cookie);
    }

    void forScripts(HttpServletResponse response) {
        Cookie cookie = new Cookie("session", "1");
        cookie.setSecure(true);
        // ruleid: java/session/insecure-cookie
        response.addCookie(cookie);
    }

    void good(HttpServletResponse response) {
        Cookie cookie = new Cookie("session", "1");
        cookie.setSecure(true);
        cookie.setHttpOnly(true);
        // ok: java/session/insecure-cookie
        response.addCookie(cookie);
    }

    void removed(HttpServletResponse response) {
        Cookie cookie = new Cookie("session", "");
        cookie.setMaxAge(0);
        // ok: java/session/insecure-cookie
        response.addCookie(cookie);
    }

    void secure(Cookie cookie) {
        boolean on = true;
        // ok: java/session/insecure-cookie
        cookie.setSecure(on);
    }
}
