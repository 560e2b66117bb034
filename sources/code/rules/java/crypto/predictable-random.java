import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.security.SecureRandom;

class Tokens extends HttpServlet {
    String token() {
        // ruleid: java/crypto/predictable-random
        return Long.toHexString(new Random().nextLong());
    }

    void login(HttpServletRequest request) {
        // ruleid: java/crypto/predictable-random
        String rememberMe = Double.toString(Math.random());
        request.getSession().setAttribute("remember", rememberMe);
    }

    void reset(Random random) {
        int code = 0;
        // ruleid: java/crypto/predictable-random
        String password = String.valueOf(random.nextInt(999999));
    }

    String strongToken() {
        // ok: java/crypto/predictable-random
        return Long.toHexString(new SecureRandom().nextLong());
    }

    int place(Random random, List<String> items) {
        // ok: java/crypto/predictable-random
        return random.nextInt(items.size());
    }

    void remember(SecureRandom random) {
        // ok: java/crypto/predictable-random
        String token = Long.toHexString(random.nextLong());
    }
}
