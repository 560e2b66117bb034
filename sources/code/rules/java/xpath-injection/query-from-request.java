import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.xml.xpath.*;
import org.owasp.esapi.ESAPI;

class Staff extends HttpServlet {
    void person(HttpServletRequest request, XPath xpath, Object staff) throws Exception {
        // ruleid: java/xpath-injection/query-from-request
        xpath.evaluate("//person[@id='" + request.getParameter("id") + "']", staff);
    }

    void team(HttpServletRequest request, XPath xpath) throws Exception {
        String query = "//team[name='" + request.getHeader("X-Team") + "']";
        // ruleid: java/xpath-injection/query-from-request
        xpath.compile(query);
    }

    void all(HttpServletRequest request, Object staff) throws Exception {
        // ruleid: java/xpath-injection/query-from-request
        XPathFactory.newInstance().newXPath().evaluate("//" + request.getParameter("kind"), staff);
    }

    void fixed(XPath xpath, Object staff) throws Exception {
        String query = "//person";
        // ok: java/xpath-injection/query-from-request
        xpath.evaluate(query, staff);
    }

    void ofNumber(HttpServletRequest request, XPath xpath, Object staff) throws Exception {
        int place = Integer.parseInt(request.getParameter("place"));
        // ok: java/xpath-injection/query-from-request
        xpath.evaluate("//person[" + place + "]", staff);
    }

    void escaped(HttpServletRequest request, XPath xpath, Object staff) throws Exception {
        String id = ESAPI.encoder().encodeForXPath(request.getParameter("id"));
        // ok: java/xpath-injection/query-from-request
        xpath.evaluate("//person[@id='" + id + "']", staff);
    }
}
