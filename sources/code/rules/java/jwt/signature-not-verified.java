import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.*;

class Jwts2 extends HttpServlet {
    String none() {
        // ruleid: java/jwt/signature-not-verified
        return JWT.create().withIssuer("shop").sign(Algorithm.none());
    }

    Object read(String token) {
        // ruleid: java/jwt/signature-not-verified
        return JWT.decode(token);
    }

    String unsigned(String name) {
        // ruleid: java/jwt/signature-not-verified
        String token = Jwts.builder().setSubject(name).compact();
        return token;
    }

    String signed(String key) {
        // ok: java/jwt/signature-not-verified
        return JWT.create().withIssuer("shop").sign(Algorithm.HMAC256(key));
    }

    Object verified(String token, String key) {
        Algorithm algorithm = Algorithm.HMAC256(key);
        // ok: java/jwt/signature-not-verified
        return JWT.require(algorithm).build().verify(token);
    }

    String signedToo(String name, Key key) {
        // ok: java/jwt/signature-not-verified
        return Jwts.builder().setSubject(name).signWith(key).compact();
    }
}
