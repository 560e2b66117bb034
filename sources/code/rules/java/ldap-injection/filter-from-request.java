import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.naming.*;
import javax.naming.directory.*;

class People extends HttpServlet {
    void person(HttpServletRequest request, DirContext context) throws Exception {
        // ruleid: java/ldap-injection/filter-from-request
        context.search("ou=people", "(uid=" + request.getParameter("uid") + ")", new SearchControls());
    }

    void group(HttpServletRequest request, LdapTemplate template) {
        String filter = String.format("(cn=%s)", request.getHeader("X-Group"));
        // ruleid: java/ldap-injection/filter-from-request
        template.search("ou=groups", filter, mapper);
    }

    void lookUp(HttpServletRequest request) throws Exception {
        InitialContext context = new InitialContext();
        // ruleid: java/ldap-injection/filter-from-request
        context.lookup("ldap://directory/" + request.getParameter("name"));
    }

    void withArgument(HttpServletRequest request, DirContext context) throws Exception {
        // ok: java/ldap-injection/filter-from-request
        context.search("ou=people", "(uid={0})", new Object[] {request.getParameter("uid")}, null);
    }

    void escaped(HttpServletRequest request, DirContext context) throws Exception {
        String uid = LdapEncoder.filterEncode(request.getParameter("uid"));
        // ok: java/ldap-injection/filter-from-request
        context.search("ou=people", "(uid=" + uid + ")", new SearchControls());
    }

    void fixed(DirContext context) throws Exception {
        String filter = "(objectClass=person)";
        // ok: java/ldap-injection/filter-from-request
        context.search("ou=people", filter, new SearchControls());
    }
}
