import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import org.apache.commons.io.FilenameUtils;

class Files extends HttpServlet {
    void read(HttpServletRequest request) throws IOException {
        // ruleid: java/path-traversal/file-from-request
        new FileInputStream("/srv/files/" + request.getParameter("name")).read();
    }

    void file(HttpServletRequest request) {
        String name = request.getHeader("X-Name");
        // ruleid: java/path-traversal/file-from-request
        File file = new File("/srv/files", name);
    }

    void path(HttpServletRequest request) {
        // ruleid: java/path-traversal/file-from-request
        java.nio.file.Path path = java.nio.file.Paths.get("/srv/files", request.getParameter("name"));
    }

    void named(HttpServletRequest request) throws IOException {
        String name = FilenameUtils.getName(request.getParameter("name"));
        // ok: java/path-traversal/file-from-request
        new FileInputStream("/srv/files/" + name).read();
    }

    void fixed() throws IOException {
        String name = "terms.txt";
        // ok: java/path-traversal/file-from-request
        new FileInputStream("/srv/files/" + name).read();
    }

    void checked(HttpServletRequest request) throws IOException {
        String name = request.getParameter("name");
        if (name.contains("..")) return;
        // ok: java/path-traversal/file-from-request
        new FileInputStream("/srv/files/" + name).read();
    }
}
