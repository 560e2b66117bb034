const jwt = require("jsonwebtoken");
const { expressjwt } = require("express-jwt");

function make(claims, token) {
  // ruleid: javascript/jwt/key-in-code
  jwt.sign(claims, "hush");
  const key = "do-not-tell";
  // ruleid: javascript/jwt/key-in-code
  jwt.verify(token, key);
  // ruleid: javascript/jwt/key-in-code
  expressjwt({ secret: "hush-hush", algorithms: ["HS256"] });

  // ok: javascript/jwt/key-in-code
  jwt.sign(claims, process.env.KEY);
  const good = process.env.KEY;
  // ok: javascript/jwt/key-in-code
  jwt.verify(token, good);
  // ok: javascript/jwt/key-in-code
  expressjwt({ secret: process.env.KEY, algorithms: ["HS256"] });
}
