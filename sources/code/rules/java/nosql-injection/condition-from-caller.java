import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import com.mongodb.*;
import com.mongodb.client.model.Filters;

class Conditions extends HttpServlet {
    void put(String name) {
        BasicDBObject query = new BasicDBObject();
        // ruleid: java/nosql-injection/condition-from-caller
        query.put("$where", "this.name == '" + name + "'");
    }

    Object made(String name) {
        String condition = String.format("this.name == '%s'", name);
        // ruleid: java/nosql-injection/condition-from-caller
        return new BasicDBObject("$where", condition);
    }

    Object filter(String condition) {
        // ruleid: java/nosql-injection/condition-from-caller
        return Filters.where(condition);
    }

    void field(String name) {
        BasicDBObject query = new BasicDBObject();
        // ok: java/nosql-injection/condition-from-caller
        query.put("name", name);
    }

    Object fixed() {
        String condition = "this.a == this.b";
        // ok: java/nosql-injection/condition-from-caller
        return new BasicDBObject("$where", condition);
    }

    Object number(String given) {
        // ok: java/nosql-injection/condition-from-caller
        return Filters.where("this.age > " + Integer.parseInt(given));
    }
}
