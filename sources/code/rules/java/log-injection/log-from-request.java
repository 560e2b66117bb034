import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Logins extends HttpServlet {
    void login(HttpServletRequest request) {
        // ruleid: java/log-injection/log-from-request
        logger.info("login of " + request.getParameter("user"));
    }

    void failed(HttpServletRequest request) {
        String user = request.getParameter("user");
        // ruleid: java/log-injection/log-from-request
        log.warn("no such user: {}", user);
    }

    void asked(HttpServletRequest request) {
        // ruleid: java/log-injection/log-from-request
        logger.debug(request.getRequestURI());
    }

    void oneLine(HttpServletRequest request) {
        String user = request.getParameter("user").replaceAll("[\\r\\n]", "_");
        // ok: java/log-injection/log-from-request
        logger.info("login of " + user);
    }

    void number(HttpServletRequest request) {
        // ok: java/log-injection/log-from-request
        logger.info("page {}", Integer.parseInt(request.getParameter("page")));
    }

    void fixed() {
        String user = "guest";
        // ok: java/log-injection/log-from-request
        logger.info("login of " + user);
    }
}
