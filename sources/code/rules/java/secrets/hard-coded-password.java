import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.sql.*;

class Databases extends HttpServlet {
    // ruleid: java/secrets/hard-coded-password
    static final String DB_PASSWORD = "tr0ub4dor-and-3";

    Connection connect() throws Exception {
        // ruleid: java/secrets/hard-coded-password
        return DriverManager.getConnection("jdbc:db", "shop", "correct-horse-9");
    }

    void settings(Properties settings) {
        // ruleid: java/secrets/hard-coded-password
        settings.setProperty("api_key", "k9f8s7d6f5g4h3j2");
    }

    Connection fromEnvironment() throws Exception {
        // ok: java/secrets/hard-coded-password
        String password = System.getenv("DB_PASSWORD");
        return DriverManager.getConnection("jdbc:db", "shop", password);
    }

    void empty(DataSourceBuilder source) {
        // ok: java/secrets/hard-coded-password
        String password = "";
        source.setPassword(password);
    }

    void label() {
        // ok: java/secrets/hard-coded-password
        String passwordLabel = "Type your password here";
    }
}
