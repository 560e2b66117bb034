import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import com.mongodb.client.*;
import com.mongodb.client.model.Filters;
import org.bson.Document;

class Users extends HttpServlet {
    void byFilter(HttpServletRequest request, MongoCollection<Document> users) {
        // ruleid: java/nosql-injection/query-from-request
        users.find(Document.parse(request.getParameter("filter")));
    }

    void byCondition(HttpServletRequest request, MongoCollection<Document> users) {
        String condition = "this.name == '" + request.getParameter("name") + "'";
        // ruleid: java/nosql-injection/query-from-request
        users.find(Filters.where(condition));
    }

    void byQuery(HttpServletRequest request, MongoTemplate template) {
        String text = "{name: '" + request.getParameter("name") + "'}";
        // ruleid: java/nosql-injection/query-from-request
        template.find(new BasicQuery(text), User.class);
    }

    void byName(HttpServletRequest request, MongoCollection<Document> users) {
        // ok: java/nosql-injection/query-from-request
        users.find(Filters.eq("name", request.getParameter("name")));
    }

    void fixed(MongoCollection<Document> users) {
        String text = "{kind: 'new'}";
        // ok: java/nosql-injection/query-from-request
        users.find(Document.parse(text));
    }

    void ofNumber(HttpServletRequest request, MongoCollection<Document> users) {
        int number = Integer.parseInt(request.getParameter("number"));
        // ok: java/nosql-injection/query-from-request
        users.find(Document.parse("{number: " + number + "}"));
    }
}
