import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.naming.*;
import javax.naming.directory.*;

class People extends HttpServlet {
    void person(String uid, DirContext context) throws Exception {
        // ruleid: java/ldap-injection/filter-from-caller
        context.search("ou=people", "(uid=" + uid + ")", new SearchControls());
    }

    void group(String name, DirContext context) throws Exception {
        String filter = String.format("(cn=%s)", name);
        // ruleid: java/ldap-injection/filter-from-caller
        context.search("ou=groups", filter, new SearchControls());
    }

    void raw(String filter, DirContext context) throws Exception {
        // ruleid: java/ldap-injection/filter-from-caller
        context.search("ou=people", filter, new SearchControls());
    }

    void withArgument(String uid, DirContext context) throws Exception {
        // ok: java/ldap-injection/filter-from-caller
        context.search("ou=people", "(uid={0})", new Object[] {uid}, null);
    }

    void escaped(String name, DirContext context) throws Exception {
        String uid = LdapEncoder.filterEncode(name);
        // ok: java/ldap-injection/filter-from-caller
        context.search("ou=people", "(uid=" + uid + ")", new SearchControls());
    }

    void fixed(DirContext context) throws Exception {
        String filter = "(objectClass=person)";
        // ok: java/ldap-injection/filter-from-caller
        context.search("ou=people", filter, new SearchControls());
    }
}
