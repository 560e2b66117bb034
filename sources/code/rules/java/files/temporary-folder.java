import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Temporary extends HttpServlet {
    void fixed() throws IOException {
        // ruleid: java/files/temporary-folder
        new FileWriter("/tmp/report.txt").close();
    }

    File throughVariable() {
        String path = "/tmp/cache.bin";
        // ruleid: java/files/temporary-folder
        return new File(path);
    }

    File inFolder() {
        // ruleid: java/files/temporary-folder
        return new File(System.getProperty("java.io.tmpdir"), "report.txt");
    }

    File made() throws IOException {
        // ok: java/files/temporary-folder
        return File.createTempFile("report", ".txt");
    }

    File own() {
        String path = "/var/lib/app/cache.bin";
        // ok: java/files/temporary-folder
        return new File(path);
    }

    java.nio.file.Path path() throws IOException {
        // ok: java/files/temporary-folder
        return java.nio.file.Files.createTempFile("report", ".txt");
    }
}
