import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import org.springframework.web.util.HtmlUtils;

class Mails extends HttpServlet {
    String greet(HttpServletRequest request) {
        // ruleid: java/xss/html-text-from-request
        return "<p>Hello " + request.getParameter("name");
    }

    String link(HttpServletRequest request) {
        String page = request.getParameter("page");
        // ruleid: java/xss/html-text-from-request
        return String.format("<a href='%s'>more</a>", page);
    }

    String cell(HttpServletRequest request) {
        // ruleid: java/xss/html-text-from-request
        return "<td>".concat(request.getHeader("X-Cell"));
    }

    String escaped(HttpServletRequest request) {
        String name = HtmlUtils.htmlEscape(request.getParameter("name"));
        // ok: java/xss/html-text-from-request
        return "<p>Hello " + name;
    }

    String ofNumber(HttpServletRequest request) {
        // ok: java/xss/html-text-from-request
        return "<p>page " + Integer.parseInt(request.getParameter("page"));
    }

    String plain(HttpServletRequest request) {
        // ok: java/xss/html-text-from-request
        return "Hello " + request.getParameter("name");
    }
}
