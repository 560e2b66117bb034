const crypto = require("crypto");

function register(user, response) {
  // ruleid: javascript/randomness/weak-random
  const token = Math.random().toString(36).slice(2);
  const number = Math.floor(Math.random() * 1e6);
  // ruleid: javascript/randomness/weak-random
  user.resetCode = "r" + number;
  // ruleid: javascript/randomness/weak-random
  response.cookie("remember", String(Math.random()));
  return token;
}

function makePassword() {
  const part = Math.random().toString(36);
  // ruleid: javascript/randomness/weak-random
  return part + part;
}

function good(user) {
  // ok: javascript/randomness/weak-random
  const token = crypto.randomBytes(16).toString("hex");
  // ok: javascript/randomness/weak-random
  const color = Math.random() < 0.5 ? "red" : "green";
  // ok: javascript/randomness/weak-random
  user.resetCode = crypto.randomInt(1e6);
  return [token, color];
}
