import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.sql.*;
import org.springframework.jdbc.core.JdbcTemplate;

class Items extends HttpServlet {
    Connection connection;

    void byName(String name) throws Exception {
        Statement statement = connection.createStatement();
        // ruleid: java/sql-injection/query-from-caller
        statement.executeQuery("SELECT * FROM items WHERE name = '" + name + "'");
    }

    void byOwner(String owner) throws Exception {
        String query = String.format("SELECT * FROM items WHERE owner = '%s'", owner);
        // ruleid: java/sql-injection/query-from-caller
        connection.prepareStatement(query).executeQuery();
    }

    void remove(JdbcTemplate template, String table) {
        // ruleid: java/sql-injection/query-from-caller
        template.update("DELETE FROM " + table);
    }

    void withParameter(String name) throws Exception {
        // ok: java/sql-injection/query-from-caller
        PreparedStatement statement = connection.prepareStatement("SELECT * FROM items WHERE name = ?");
        statement.setString(1, name);
    }

    void ofNumber(int number) throws Exception {
        // ok: java/sql-injection/query-from-caller
        connection.createStatement().executeQuery("SELECT * FROM items WHERE number = " + number);
    }

    void fixed() throws Exception {
        String order = "id";
        // ok: java/sql-injection/query-from-caller
        connection.createStatement().executeQuery("SELECT * FROM items ORDER BY " + order);
    }
}
