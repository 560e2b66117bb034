import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import org.owasp.encoder.Encode;

class Answers extends HttpServlet {
    void show(String text, HttpServletResponse response) throws IOException {
        // ruleid: java/xss/answer-written-directly
        response.getWriter().println(text);
    }

    void row(String cell, HttpServletResponse response) throws IOException {
        String row = "<tr><td>" + cell + "</td></tr>";
        // ruleid: java/xss/answer-written-directly
        response.getWriter().write(row);
    }

    void bytes(byte[] page, HttpServletResponse response) throws IOException {
        // ruleid: java/xss/answer-written-directly
        response.getOutputStream().write(page);
    }

    void escaped(String text, HttpServletResponse response) throws IOException {
        // ok: java/xss/answer-written-directly
        response.getWriter().println(Encode.forHtml(text));
    }

    void fixed(HttpServletResponse response) throws IOException {
        String text = "ok";
        // ok: java/xss/answer-written-directly
        response.getWriter().println(text);
    }

    void count(int number, HttpServletResponse response) throws IOException {
        // ok: java/xss/answer-written-directly
        response.getWriter().println("number " + number);
    }
}
