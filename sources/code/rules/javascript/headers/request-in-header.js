const express = require("express");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/headers/request-in-header
  res.setHeader("X-Name", req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/headers/request-in-header
  res.header("X-Name", "a" + value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/headers/request-in-header
  res.writeHead(200, { "X-Name": trimmed(req.params.name) });
});

app.get("/update", (req, res) => {
  // ok: javascript/headers/request-in-header
  res.setHeader("X-Name", "reports");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/headers/request-in-header
  res.header("X-Name", "a" + value);
});

app.get("/check", (req, res) => {
  const value = encodeURIComponent(req.query.name);
  // ok: javascript/headers/request-in-header
  res.setHeader("X-Name", value);
});

app.get("/load", (req, res) => {
  const value = req.body.name.replace(/[\r
]/g, "");
  // ok: javascript/headers/request-in-header
  res.header("X-Name", "a" + value);
});
