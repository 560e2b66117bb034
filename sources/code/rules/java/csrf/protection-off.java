import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Security extends HttpServlet {
    void configure(HttpSecurity http) throws Exception {
        // ruleid: java/csrf/protection-off
        http.csrf().disable();
    }

    void lambda(HttpSecurity http) throws Exception {
        // ruleid: java/csrf/protection-off
        http.csrf(csrf -> csrf.disable());
    }

    void reference(HttpSecurity http) throws Exception {
        // ruleid: java/csrf/protection-off
        http.csrf(AbstractHttpConfigurer::disable);
    }

    void standard(HttpSecurity http) throws Exception {
        // ok: java/csrf/protection-off
        http.csrf();
    }

    void withRepository(HttpSecurity http, CsrfTokenRepository tokens) throws Exception {
        // ok: java/csrf/protection-off
        http.csrf(csrf -> csrf.csrfTokenRepository(tokens));
    }

    void other(HttpSecurity http) throws Exception {
        HttpSecurity same = http;
        // ok: java/csrf/protection-off
        same.httpBasic().disable();
    }
}
