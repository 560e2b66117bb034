import java.io.*;
import java.util.*;
import javax.servlet.http.*;

class Origins extends HttpServlet {
    void header(HttpServletResponse response) {
        // ruleid: java/cors/any-origin
        response.setHeader("Access-Control-Allow-Origin", "*");
    }

    void throughVariable(HttpServletResponse response) {
        String everyone = "*";
        // ruleid: java/cors/any-origin
        response.addHeader("Access-Control-Allow-Origin", everyone);
    }

    void configured(CorsConfiguration configuration) {
        // ruleid: java/cors/any-origin
        configuration.addAllowedOrigin("*");
    }

    void named(HttpServletResponse response) {
        // ok: java/cors/any-origin
        response.setHeader("Access-Control-Allow-Origin", "https://shop.example.org");
    }

    void namedThroughVariable(CorsConfiguration configuration) {
        String shop = "https://shop.example.org";
        // ok: java/cors/any-origin
        configuration.addAllowedOrigin(shop);
    }

    void other(HttpServletResponse response) {
        // ok: java/cors/any-origin
        response.setHeader("Accept-Ranges", "*");
    }
}
