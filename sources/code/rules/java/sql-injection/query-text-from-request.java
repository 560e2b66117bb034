import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Texts extends HttpServlet {
    String byName(HttpServletRequest request) {
        // ruleid: java/sql-injection/query-text-from-request
        return "SELECT * FROM items WHERE name = '" + request.getParameter("name");
    }

    String byOwner(HttpServletRequest request) {
        String owner = request.getParameter("owner");
        // ruleid: java/sql-injection/query-text-from-request
        return String.format("SELECT * FROM items WHERE owner = '%s'", owner);
    }

    String remove(HttpServletRequest request) {
        String table = request.getHeader("X-Table");
        // ruleid: java/sql-injection/query-text-from-request
        return "DELETE FROM ".concat(table);
    }

    String ofNumber(HttpServletRequest request) {
        int number = Integer.parseInt(request.getParameter("number"));
        // ok: java/sql-injection/query-text-from-request
        return "SELECT * FROM items WHERE number = " + number;
    }

    String fixed(HttpServletRequest request) {
        String table = "items";
        // ok: java/sql-injection/query-text-from-request
        return "SELECT * FROM " + table;
    }

    String words(HttpServletRequest request) {
        // ok: java/sql-injection/query-text-from-request
        return "select one of " + request.getParameter("kind");
    }
}
