const jwt = require("jsonwebtoken");
const User = require("./models/user");

function direct(user, key) {
  // ruleid: javascript/jwt/record-in-token
  return jwt.sign(user, key);
}

async function found(id, key) {
  const record = await User.findById(id);
  // ruleid: javascript/jwt/record-in-token
  return jwt.sign(record, key);
}

function copied(user, key) {
  const claims = Object.assign({}, user);
  // ruleid: javascript/jwt/record-in-token
  return jwt.sign(claims, key);
}

function chosen(user, key) {
  // ok: javascript/jwt/record-in-token
  return jwt.sign({ id: user.id }, key);
}

function picked(user, key) {
  const claims = { id: user.id, name: user.name };
  // ok: javascript/jwt/record-in-token
  return jwt.sign(claims, key);
}

function text(user, key) {
  // ok: javascript/jwt/record-in-token
  return jwt.sign(user.id, key);
}
