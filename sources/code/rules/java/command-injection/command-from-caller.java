import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Backup extends HttpServlet {
    void archive(String folder) throws IOException {
        // ruleid: java/command-injection/command-from-caller
        Runtime.getRuntime().exec("tar czf backup.tgz " + folder);
    }

    void formatted(String host) throws IOException {
        String command = String.format("scp backup.tgz %s:", host);
        // ruleid: java/command-injection/command-from-caller
        Runtime.getRuntime().exec(command);
    }

    void shell(String words) throws IOException {
        // ruleid: java/command-injection/command-from-caller
        new ProcessBuilder("sh", "-c", words).start();
    }

    void listed(String folder) throws IOException {
        // ok: java/command-injection/command-from-caller
        new ProcessBuilder("tar", "czf", "backup.tgz", folder).start();
    }

    void ofNumber(String seconds) throws IOException {
        int count = Integer.parseInt(seconds);
        // ok: java/command-injection/command-from-caller
        Runtime.getRuntime().exec("sleep " + count);
    }

    void oneOf(String unit) throws IOException {
        if (!Set.of("web", "worker").contains(unit)) throw new IllegalArgumentException(unit);
        // ok: java/command-injection/command-from-caller
        Runtime.getRuntime().exec("systemctl restart " + unit);
    }
}
