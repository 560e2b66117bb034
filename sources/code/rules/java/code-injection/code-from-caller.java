import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.script.ScriptEngine;
import groovy.lang.GroovyShell;
import org.springframework.expression.spel.standard.SpelExpressionParser;

class Scripts extends HttpServlet {
    void script(String code, ScriptEngine engine) throws Exception {
        // ruleid: java/code-injection/code-from-caller
        engine.eval(code);
    }

    void expression(String text) {
        SpelExpressionParser parser = new SpelExpressionParser();
        // ruleid: java/code-injection/code-from-caller
        parser.parseExpression("price * " + text);
    }

    void groovy(String code) {
        String whole = "return " + code;
        // ruleid: java/code-injection/code-from-caller
        new GroovyShell().evaluate(whole);
    }

    void fixed(ScriptEngine engine) throws Exception {
        String code = "1 + 1";
        // ok: java/code-injection/code-from-caller
        engine.eval(code);
    }

    void number(int factor, ScriptEngine engine) throws Exception {
        // ok: java/code-injection/code-from-caller
        engine.eval("2 * " + factor);
    }

    void parsed(String factor, ScriptEngine engine) throws Exception {
        // ok: java/code-injection/code-from-caller
        engine.eval("2 * " + Double.parseDouble(factor));
    }
}
