import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.sql.*;
import javax.persistence.EntityManager;

class Items extends HttpServlet {
    Connection connection;

    void byName(HttpServletRequest request) throws Exception {
        Statement statement = connection.createStatement();
        // ruleid: java/sql-injection/query-from-request
        statement.executeQuery("SELECT * FROM items WHERE name = '" + request.getParameter("name") + "'");
    }

    void byOwner(HttpServletRequest request) throws Exception {
        String query = String.format("SELECT * FROM items WHERE owner = '%s'", request.getHeader("X-Owner"));
        // ruleid: java/sql-injection/query-from-request
        connection.prepareStatement(query).executeQuery();
    }

    void byKind(HttpServletRequest request, EntityManager manager) {
        StringBuilder query = new StringBuilder("from Item where kind = '");
        query.append(request.getParameter("kind")).append("'");
        // ruleid: java/sql-injection/query-from-request
        manager.createQuery(query.toString());
    }

    void withParameter(HttpServletRequest request) throws Exception {
        // ok: java/sql-injection/query-from-request
        PreparedStatement statement = connection.prepareStatement("SELECT * FROM items WHERE name = ?");
        statement.setString(1, request.getParameter("name"));
    }

    void ofNumber(HttpServletRequest request) throws Exception {
        int number = Integer.parseInt(request.getParameter("number"));
        // ok: java/sql-injection/query-from-request
        connection.createStatement().executeQuery("SELECT * FROM items WHERE number = " + number);
    }

    void oneOf(HttpServletRequest request) throws Exception {
        String order = request.getParameter("order");
        if (!Arrays.asList("id", "name").contains(order)) order = "id";
        // ok: java/sql-injection/query-from-request
        connection.createStatement().executeQuery("SELECT * FROM items ORDER BY " + order);
    }
}
