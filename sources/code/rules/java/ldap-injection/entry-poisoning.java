import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.naming.directory.*;

class Searches extends HttpServlet {
    SearchControls all() {
        // ruleid: java/ldap-injection/entry-poisoning
        return new SearchControls(SearchControls.SUBTREE_SCOPE, 0, 0, null, true, false);
    }

    SearchControls flag() {
        SearchControls controls = new SearchControls();
        // ruleid: java/ldap-injection/entry-poisoning
        controls.setReturningObjFlag(true);
        return controls;
    }

    SearchControls throughVariable() {
        boolean objects = true;
        // ruleid: java/ldap-injection/entry-poisoning
        return new SearchControls(1, 10, 0, null, objects, false);
    }

    SearchControls plain() {
        // ok: java/ldap-injection/entry-poisoning
        return new SearchControls(SearchControls.SUBTREE_SCOPE, 0, 0, null, false, false);
    }

    SearchControls off() {
        SearchControls controls = new SearchControls();
        // ok: java/ldap-injection/entry-poisoning
        controls.setReturningObjFlag(false);
        return controls;
    }

    SearchControls noObjects() {
        boolean objects = false;
        // ok: java/ldap-injection/entry-poisoning
        return new SearchControls(1, 10, 0, null, objects, false);
    }
}
