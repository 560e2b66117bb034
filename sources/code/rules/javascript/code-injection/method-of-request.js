const express = require("express");

const app = express();
const actions = { show() {}, hide() {} };

app.post("/run", (req, res) => {
  // ruleid: javascript/code-injection/method-of-request
  actions[req.body.action]();
  const name = req.query.name;
  // ruleid: javascript/code-injection/method-of-request
  res.json(global[name]());
});

function told(text) {
  const message = JSON.parse(text);
  // ruleid: javascript/code-injection/method-of-request
  return actions[message.name](message);
}

function fixed() {
  // ok: javascript/code-injection/method-of-request
  return actions["show"]();
}

app.post("/known", (req, res) => {
  const name = req.body.action;
  // ok: javascript/code-injection/method-of-request
  if (["show", "hide"].includes(name)) actions[name]();
  const at = Number(req.body.at);
  // ok: javascript/code-injection/method-of-request
  res.json([actions.show][at]());
});
