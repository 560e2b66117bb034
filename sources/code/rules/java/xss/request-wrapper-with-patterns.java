import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.util.regex.Pattern;

class Filters extends HttpServlet {
    class Cleaned extends HttpServletRequestWrapper {
        String clean(String value) {
            // ruleid: java/xss/request-wrapper-with-patterns
            Pattern first = Pattern.compile("<script>(.*?)</script>", Pattern.CASE_INSENSITIVE);
            // ruleid: java/xss/request-wrapper-with-patterns
            Pattern second = Pattern.compile("javascript:", Pattern.CASE_INSENSITIVE);
            // ruleid: java/xss/request-wrapper-with-patterns
            Pattern third = Pattern.compile("onload(.*?)=");
            return first.matcher(value).replaceAll("");
        }
    }

    class Counted extends HttpServletRequestWrapper {
        boolean isNumber(String value) {
            // ok: java/xss/request-wrapper-with-patterns
            Pattern digits = Pattern.compile("[0-9]{1,9}");
            return digits.matcher(value).matches();
        }
    }

    Pattern script() {
        // ok: java/xss/request-wrapper-with-patterns
        return Pattern.compile("<script>");
    }

    String trimmed(String value) {
        String space = " ";
        // ok: java/xss/request-wrapper-with-patterns
        return value.replaceAll(space, "");
    }
}
