import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Tokens extends HttpServlet {
    // ruleid: java/secrets/token-in-code
    static final String STRIPE = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";

    String key() {
        // ruleid: java/secrets/token-in-code
        return "AKIAIOSFODNN7QWERTYU";
    }

    void header(HttpServletResponse response) {
        // ruleid: java/secrets/token-in-code
        response.setHeader("Authorization", "Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345");
    }

    String fromEnvironment() {
        // ok: java/secrets/token-in-code
        return System.getenv("STRIPE_KEY");
    }

    String words() {
        // ok: java/secrets/token-in-code
        String text = "the token is asked for at the start";
        return text;
    }

    boolean prefix(String token) {
        // ok: java/secrets/token-in-code
        return token.startsWith("ghp_");
    }
}
