const jwt = require("jsonwebtoken");

function make(user, key) {
  // ruleid: javascript/jwt/password-in-token
  jwt.sign({ id: user.id, password: user.password }, key);
  const claims = { name: user.name, clientSecret: user.secret };
  // ruleid: javascript/jwt/password-in-token
  jwt.sign(claims, key);
  // ruleid: javascript/jwt/password-in-token
  jwt.sign({ ssn: user.ssn }, key, { expiresIn: "1h" });

  // ok: javascript/jwt/password-in-token
  jwt.sign({ id: user.id }, key);
  const good = { name: user.name };
  // ok: javascript/jwt/password-in-token
  jwt.sign(good, key);
  // ok: javascript/jwt/password-in-token
  const other = { password: user.password };
  return other;
}
