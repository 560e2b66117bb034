const express = require("express");

const app = express();
const KNOWN = ["./a", "./b"];

function load(name) {
  // ruleid: javascript/code-injection/module-of-unknown
  return require(name);
}

function plugin(name) {
  const path = "./plugins/" + name;
  // ruleid: javascript/code-injection/module-of-unknown
  return require(path);
}

app.get("/load", (req, res) => {
  // ruleid: javascript/code-injection/module-of-unknown
  res.json(require(req.query.name));
});

function fixed() {
  const name = "./settings";
  // ok: javascript/code-injection/module-of-unknown
  return require(name);
}

function known(name) {
  // ok: javascript/code-injection/module-of-unknown
  if (KNOWN.includes(name)) return require(name);
  return null;
}

function constant() {
  // ok: javascript/code-injection/module-of-unknown
  return require("fs");
}
