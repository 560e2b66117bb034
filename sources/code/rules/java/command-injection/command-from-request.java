import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Commands extends HttpServlet {
    void ping(HttpServletRequest request) throws IOException {
        // ruleid: java/command-injection/command-from-request
        Runtime.getRuntime().exec("ping -c 1 " + request.getParameter("host"));
    }

    void shell(HttpServletRequest request) throws IOException {
        String[] command = {"sh", "-c", "echo " + request.getHeader("X-Text")};
        Runtime runtime = Runtime.getRuntime();
        // ruleid: java/command-injection/command-from-request
        runtime.exec(command);
    }

    void built(HttpServletRequest request) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(request.getParameter("program"));
        // ruleid: java/command-injection/command-from-request
        new ProcessBuilder(words).start();
    }

    void fixed() throws IOException {
        // ok: java/command-injection/command-from-request
        Runtime.getRuntime().exec("uptime");
    }

    void ofNumber(HttpServletRequest request) throws IOException {
        int count = Integer.parseInt(request.getParameter("count"));
        // ok: java/command-injection/command-from-request
        Runtime.getRuntime().exec("ping -c " + count + " localhost");
    }

    void oneOf(HttpServletRequest request) throws IOException {
        String unit = request.getParameter("unit");
        if (!List.of("web", "worker").contains(unit)) return;
        // ok: java/command-injection/command-from-request
        Runtime.getRuntime().exec("systemctl restart " + unit);
    }
}
