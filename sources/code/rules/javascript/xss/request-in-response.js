const express = require("express");
const escapeHtml = require("escape-html");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/xss/request-in-response
  res.send("<h1>" + req.query.name + "</h1>");
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/xss/request-in-response
  res.write(`<p>${value}</p>`);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/xss/request-in-response
  res.status(404).send(trimmed(req.params.name));
});

app.get("/update", (req, res) => {
  const value = req.headers["x-name"];
  // ruleid: javascript/xss/request-in-response
  res.end("no such page: " + value);
});

app.get("/remove", (req, res) => {
  // ok: javascript/xss/request-in-response
  res.send("<h1>" + "reports" + "</h1>");
});

app.get("/check", (req, res) => {
  const value = "reports";
  // ok: javascript/xss/request-in-response
  res.write(`<p>${value}</p>`);
});

app.get("/load", (req, res) => {
  const value = escapeHtml(req.query.name);
  // ok: javascript/xss/request-in-response
  res.send("<h1>" + value + "</h1>");
});

app.get("/save", (req, res) => {
  const value = encodeURIComponent(req.body.name);
  // ok: javascript/xss/request-in-response
  res.write(`<p>${value}</p>`);
});

app.get("/export", (req, res) => {
  const value = req.cookies.name;
  // ok: javascript/xss/request-in-response
  res.json({ name: value });
});

app.get("/preview", (req, res) => {
  const value = req.get("x-name");
  // ok: javascript/xss/request-in-response
  res.render("page", { name: value });
});

app.get("/search", (req, res) => {
  const value = req.query.name;
  // ok: javascript/xss/request-in-response
  res.send({ name: value });
});

app.get("/report", (req, res) => {
  const value = req.query.name;
  if (["red", "green"].includes(value)) {
    res.send(value);
  // ok: javascript/xss/request-in-response
  }
});
