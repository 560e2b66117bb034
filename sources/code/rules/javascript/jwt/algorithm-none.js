const jwt = require("jsonwebtoken");

function make(claims, token, key) {
  // ruleid: javascript/jwt/algorithm-none
  jwt.sign(claims, null, { algorithm: "none" });
  // ruleid: javascript/jwt/algorithm-none
  jwt.verify(token, key, { algorithms: ["HS256", "none"] });
  const kind = "none";
  // ruleid: javascript/jwt/algorithm-none
  jwt.sign(claims, key, { algorithm: kind });

  // ok: javascript/jwt/algorithm-none
  jwt.sign(claims, key, { algorithm: "HS256" });
  // ok: javascript/jwt/algorithm-none
  jwt.verify(token, key, { algorithms: ["RS256"] });
  const good = "EdDSA";
  // ok: javascript/jwt/algorithm-none
  jwt.sign(claims, key, { algorithm: good });
}
