import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.script.ScriptEngine;
import groovy.lang.GroovyShell;
import org.springframework.expression.*;
import org.springframework.expression.spel.standard.SpelExpressionParser;

class Formulas extends HttpServlet {
    void calculate(HttpServletRequest request, ScriptEngine engine) throws Exception {
        // ruleid: java/code-injection/code-from-request
        engine.eval(request.getParameter("formula"));
    }

    void spring(HttpServletRequest request) {
        ExpressionParser parser = new SpelExpressionParser();
        String text = "price * " + request.getParameter("factor");
        // ruleid: java/code-injection/code-from-request
        parser.parseExpression(text).getValue();
    }

    void groovy(HttpServletRequest request) {
        // ruleid: java/code-injection/code-from-request
        new GroovyShell().evaluate(request.getHeader("X-Script"));
    }

    void fixed(ScriptEngine engine) throws Exception {
        String formula = "1 + 1";
        // ok: java/code-injection/code-from-request
        engine.eval(formula);
    }

    void number(HttpServletRequest request, ScriptEngine engine) throws Exception {
        // ok: java/code-injection/code-from-request
        engine.eval("2 * " + Integer.parseInt(request.getParameter("factor")));
    }

    void oneOf(HttpServletRequest request, ScriptEngine engine) throws Exception {
        String formula = request.getParameter("formula");
        if (List.of("a + b", "a - b").contains(formula)) {
            // ok: java/code-injection/code-from-request
            engine.eval(formula);
        }
    }
}
