import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.util.regex.Pattern;

class Searches extends HttpServlet {
    boolean search(HttpServletRequest request, String text) {
        // ruleid: java/redos/expression-from-request
        return Pattern.compile(request.getParameter("q")).matcher(text).find();
    }

    boolean starts(HttpServletRequest request, String text) {
        String start = "^" + request.getParameter("start");
        // ruleid: java/redos/expression-from-request
        return Pattern.matches(start, text);
    }

    boolean all(HttpServletRequest request, String text) {
        // ruleid: java/redos/expression-from-request
        return text.matches(request.getHeader("X-Pattern"));
    }

    boolean quoted(HttpServletRequest request, String text) {
        String start = Pattern.quote(request.getParameter("start"));
        // ok: java/redos/expression-from-request
        return Pattern.compile("^" + start).matcher(text).find();
    }

    boolean fixed(HttpServletRequest request) {
        String digits = "[0-9]{1,9}";
        // ok: java/redos/expression-from-request
        return request.getParameter("q").matches(digits);
    }

    boolean number(HttpServletRequest request, String text) {
        // ok: java/redos/expression-from-request
        return text.matches("[a-z]{" + Integer.parseInt(request.getParameter("n")) + "}");
    }
}
