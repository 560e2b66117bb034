const express = require("express");
const vm = require("vm");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/code-injection/request-in-eval
  eval(req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/code-injection/request-in-eval
  new Function("return " + value)();
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/code-injection/request-in-eval
  vm.runInNewContext(trimmed(req.params.name), trimmed(req.params.name));
});

app.get("/update", (req, res) => {
  const value = req.headers["x-name"];
  // ruleid: javascript/code-injection/request-in-eval
  setTimeout("show('" + value + "')", 10);
});

app.get("/remove", (req, res) => {
  // ok: javascript/code-injection/request-in-eval
  eval("reports");
});

app.get("/check", (req, res) => {
  const value = "reports";
  // ok: javascript/code-injection/request-in-eval
  new Function("return " + value)();
});

app.get("/load", (req, res) => {
  const value = Number(req.query.name);
  // ok: javascript/code-injection/request-in-eval
  eval(value);
});

app.get("/save", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/code-injection/request-in-eval
  JSON.parse(value);
});

app.get("/export", (req, res) => {
  const value = req.cookies.name;
  // ok: javascript/code-injection/request-in-eval
  setTimeout(() => console.info(value), 10);
});

app.get("/preview", (req, res) => {
  const value = req.query.name;
  if (["1", "2"].includes(value)) {
    eval(value);
  // ok: javascript/code-injection/request-in-eval
  }
});
