import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import org.owasp.encoder.Encode;

class Pages extends HttpServlet {
    void hello(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // ruleid: java/xss/html-from-request
        response.getWriter().println("<p>Hello " + request.getParameter("name"));
    }

    void echo(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PrintWriter out = response.getWriter();
        String text = request.getHeader("X-Text");
        // ruleid: java/xss/html-from-request
        out.write(text);
    }

    void formatted(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object[] values = {request.getParameter("a"), "b"};
        // ruleid: java/xss/html-from-request
        response.getWriter().format("%s %s", values);
    }

    void escaped(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = Encode.forHtml(request.getParameter("name"));
        // ok: java/xss/html-from-request
        response.getWriter().println("<p>Hello " + name);
    }

    void ofNumber(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // ok: java/xss/html-from-request
        response.getWriter().println("page " + Integer.parseInt(request.getParameter("page")));
    }

    void asJson(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("application/json");
        // ok: java/xss/html-from-request
        response.getWriter().write(request.getParameter("state"));
    }
}
