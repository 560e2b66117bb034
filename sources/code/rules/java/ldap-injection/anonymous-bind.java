import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.naming.*;

class Binds extends HttpServlet {
    void bind(Hashtable<String, String> environment) {
        // ruleid: java/ldap-injection/anonymous-bind
        environment.put(Context.SECURITY_AUTHENTICATION, "none");
    }

    void byName(Hashtable<String, String> environment) {
        // ruleid: java/ldap-injection/anonymous-bind
        environment.put("java.naming.security.authentication", "none");
    }

    void throughVariable(Properties environment) {
        String kind = "none";
        // ruleid: java/ldap-injection/anonymous-bind
        environment.setProperty(Context.SECURITY_AUTHENTICATION, kind);
    }

    void simple(Hashtable<String, String> environment) {
        // ok: java/ldap-injection/anonymous-bind
        environment.put(Context.SECURITY_AUTHENTICATION, "simple");
    }

    void throughConstant(Properties environment) {
        String kind = "simple";
        // ok: java/ldap-injection/anonymous-bind
        environment.setProperty(Context.SECURITY_AUTHENTICATION, kind);
    }

    void address(Hashtable<String, String> environment) {
        // ok: java/ldap-injection/anonymous-bind
        environment.put(Context.PROVIDER_URL, "ldaps://directory");
    }
}
