import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Actions extends HttpServlet {
    void load(HttpServletRequest request) throws Exception {
        // ruleid: java/reflection/class-from-request
        Class.forName(request.getParameter("class")).newInstance();
    }

    void call(HttpServletRequest request) throws Exception {
        String name = "do" + request.getParameter("action");
        // ruleid: java/reflection/class-from-request
        getClass().getMethod(name).invoke(this);
    }

    Object make(String name) throws Exception {
        // ruleid: java/reflection/class-from-request
        return Class.forName(name).newInstance();
    }

    void fixed() throws Exception {
        String name = "org.example.Action";
        // ok: java/reflection/class-from-request
        Class.forName(name);
    }

    void oneOf(HttpServletRequest request) throws Exception {
        String name = request.getParameter("action");
        if (!Arrays.asList("list", "show").contains(name)) return;
        // ok: java/reflection/class-from-request
        getClass().getMethod(name).invoke(this);
    }

    void table(HttpServletRequest request, Map<String, Runnable> actions) {
        // ok: java/reflection/class-from-request
        actions.get(request.getParameter("action")).run();
    }
}
