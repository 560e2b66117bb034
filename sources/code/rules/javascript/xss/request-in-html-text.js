const express = require("express");
const escapeHtml = require("escape-html");
const mail = require("./mail");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/xss/request-in-html-text
  mail.send("<p>" + req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/xss/request-in-html-text
  const text = `<h1>${value}</h1>`;
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/xss/request-in-html-text
  const text = "<a href='".concat(trimmed(req.params.name));
});

app.get("/update", (req, res) => {
  // ok: javascript/xss/request-in-html-text
  mail.send("<p>" + "reports");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/xss/request-in-html-text
  const text = `<h1>${value}</h1>`;
});

app.get("/check", (req, res) => {
  const value = escapeHtml(req.query.name);
  // ok: javascript/xss/request-in-html-text
  mail.send("<p>" + value);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/xss/request-in-html-text
  const text = "name: " + value;
});
