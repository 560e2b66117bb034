const jwt = require("jsonwebtoken");
const { decode } = require("jsonwebtoken");

function read(token, key) {
  // ruleid: javascript/jwt/token-not-verified
  return jwt.decode(token);
}

function whole(token) {
  // ruleid: javascript/jwt/token-not-verified
  const claims = jwt.decode(token, { complete: true });
  return claims;
}

function named(token) {
  // ruleid: javascript/jwt/token-not-verified
  return decode(token);
}

function checked(token, key) {
  // ok: javascript/jwt/token-not-verified
  return jwt.verify(token, key);
}

function after(token, key) {
  jwt.verify(token, key);
  // ok: javascript/jwt/token-not-verified
  return jwt.decode(token, { complete: true });
}

function other(text) {
  // ok: javascript/jwt/token-not-verified
  return new TextDecoder().decode(text);
}
