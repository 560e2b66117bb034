import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Sessions extends HttpServlet {
    void remember(HttpServletRequest request) {
        // ruleid: java/trust-boundary/session-from-request
        request.getSession().setAttribute("name", request.getParameter("name"));
    }

    void keyed(HttpServletRequest request) {
        String key = request.getHeader("X-Key");
        // ruleid: java/trust-boundary/session-from-request
        request.getSession().putValue(key, "yes");
    }

    void role(HttpServletRequest request, HttpSession session) {
        // ruleid: java/trust-boundary/session-from-request
        session.setAttribute("role", request.getParameter("role"));
    }

    void page(HttpServletRequest request) {
        // ok: java/trust-boundary/session-from-request
        request.getSession().setAttribute("page", Integer.parseInt(request.getParameter("page")));
    }

    void fixed(HttpServletRequest request) {
        String name = "guest";
        // ok: java/trust-boundary/session-from-request
        request.getSession().setAttribute("name", name);
    }

    void oneOf(HttpServletRequest request, HttpSession session) {
        String language = request.getParameter("language");
        if (List.of("en", "de").contains(language)) {
            // ok: java/trust-boundary/session-from-request
            session.setAttribute("language", language);
        }
    }
}
