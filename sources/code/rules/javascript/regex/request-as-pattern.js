const express = require("express");
const escapeRegExp = require("lodash/escapeRegExp");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/regex/request-as-pattern
  new RegExp(req.query.name).test("text");
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/regex/request-as-pattern
  "text".search(value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/regex/request-as-pattern
  RegExp("^" + trimmed(req.params.name), "i");
});

app.get("/update", (req, res) => {
  // ok: javascript/regex/request-as-pattern
  new RegExp("reports").test("text");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/regex/request-as-pattern
  "text".search(value);
});

app.get("/check", (req, res) => {
  const value = escapeRegExp(req.query.name);
  // ok: javascript/regex/request-as-pattern
  new RegExp(value).test("text");
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/regex/request-as-pattern
  /^[a-z]+$/.test(value);
});
