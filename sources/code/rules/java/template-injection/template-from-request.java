import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import org.apache.velocity.*;
import org.apache.velocity.app.Velocity;
import org.thymeleaf.*;
import freemarker.template.*;

class Templates extends HttpServlet {
    void velocity(HttpServletRequest request, VelocityContext context, Writer out) {
        // ruleid: java/template-injection/template-from-request
        Velocity.evaluate(context, out, "mail", "Hello " + request.getParameter("name"));
    }

    void thymeleaf(HttpServletRequest request, TemplateEngine engine, Context context) {
        String text = "<p>" + request.getHeader("X-Text") + "</p>";
        // ruleid: java/template-injection/template-from-request
        engine.process(text, context);
    }

    void freemarker(HttpServletRequest request, Configuration configuration) throws IOException {
        // ruleid: java/template-injection/template-from-request
        new Template("mail", new StringReader(request.getParameter("layout")), configuration);
    }

    void fixed(VelocityContext context, Writer out) {
        String text = "Hello $name";
        // ok: java/template-injection/template-from-request
        Velocity.evaluate(context, out, "mail", text);
    }

    void inContext(HttpServletRequest request, TemplateEngine engine, Context context) {
        context.setVariable("name", request.getParameter("name"));
        // ok: java/template-injection/template-from-request
        engine.process("hello", context);
    }

    void number(HttpServletRequest request, TemplateEngine engine, Context context) {
        // ok: java/template-injection/template-from-request
        engine.process("page" + Integer.parseInt(request.getParameter("page")), context);
    }
}
