import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.security.*;

class Rights extends HttpServlet {
    Object read(String name) {
        // ruleid: java/privilege/do-privileged
        return AccessController.doPrivileged((PrivilegedAction<String>) () -> System.getProperty(name));
    }

    void run(PrivilegedAction<Object> action) {
        // ruleid: java/privilege/do-privileged
        AccessController.doPrivileged(action);
    }

    void full(PrivilegedAction<Object> action) {
        // ruleid: java/privilege/do-privileged
        Object result = java.security.AccessController.doPrivileged(action);
    }

    Object plain(String name) {
        // ok: java/privilege/do-privileged
        return System.getProperty(name);
    }

    void check(Permission permission) {
        Permission same = permission;
        // ok: java/privilege/do-privileged
        AccessController.checkPermission(same);
    }

    void call(Runnable action) {
        // ok: java/privilege/do-privileged
        action.run();
    }
}
