import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Errors extends HttpServlet {
    void trace(HttpServletResponse response, Exception error) throws IOException {
        // ruleid: java/settings/error-shown
        error.printStackTrace(response.getWriter());
    }

    void text(HttpServletResponse response, Exception error) throws IOException {
        // ruleid: java/settings/error-shown
        response.getWriter().println(ExceptionUtils.getStackTrace(error));
    }

    void listed(HttpServletResponse response) throws IOException {
        try {
            run();
        } catch (IOException error) {
            // ruleid: java/settings/error-shown
            response.getWriter().print(Arrays.toString(error.getStackTrace()));
        }
    }

    void log(Exception error) {
        // ok: java/settings/error-shown
        error.printStackTrace();
    }

    void message(HttpServletResponse response) throws IOException {
        String text = "something went wrong";
        // ok: java/settings/error-shown
        response.getWriter().println(text);
    }

    void status(HttpServletResponse response) throws IOException {
        // ok: java/settings/error-shown
        response.sendError(500);
    }
}
