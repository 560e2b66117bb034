import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Environments extends HttpServlet {
    void run(HttpServletRequest request) throws IOException {
        String[] environment = {"NAME=" + request.getParameter("name")};
        // ruleid: java/command-injection/environment-from-request
        Runtime.getRuntime().exec("report", environment);
    }

    void built(HttpServletRequest request) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("report");
        // ruleid: java/command-injection/environment-from-request
        builder.environment().put("NAME", request.getHeader("X-Name"));
        builder.start();
    }

    void inFolder(HttpServletRequest request) throws IOException {
        Runtime runtime = Runtime.getRuntime();
        // ruleid: java/command-injection/environment-from-request
        runtime.exec("report", new String[] {request.getParameter("entry")}, new File("/srv"));
    }

    void fixed() throws IOException {
        String[] environment = {"NAME=report"};
        // ok: java/command-injection/environment-from-request
        Runtime.getRuntime().exec("report", environment);
    }

    void ofNumber(HttpServletRequest request) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("report");
        // ok: java/command-injection/environment-from-request
        builder.environment().put("PAGE", String.valueOf(Integer.parseInt(request.getParameter("page"))));
    }

    void oneOf(HttpServletRequest request) throws IOException {
        String language = request.getParameter("language");
        ProcessBuilder builder = new ProcessBuilder("report");
        if (Arrays.asList("en", "de").contains(language)) {
            // ok: java/command-injection/environment-from-request
            builder.environment().put("LANG", language);
        }
    }
}
