const express = require("express");

const app = express();
const actions = { show() {}, hide() {} };

function run(name) {
  // ruleid: javascript/code-injection/method-of-unknown
  return actions[name]();
}

app.post("/run", (req, res) => {
  // ruleid: javascript/code-injection/method-of-unknown
  actions[req.body.action]();
  const name = req.query.name;
  // ruleid: javascript/code-injection/method-of-unknown
  res.json(global[name]());
});

function fixed() {
  // ok: javascript/code-injection/method-of-unknown
  return actions["show"]();
}

function known(name) {
  // ok: javascript/code-injection/method-of-unknown
  if (["show", "hide"].includes(name)) return actions[name]();
  return null;
}

function counted(list, index) {
  const at = Number(index);
  // ok: javascript/code-injection/method-of-unknown
  return list[at]();
}
