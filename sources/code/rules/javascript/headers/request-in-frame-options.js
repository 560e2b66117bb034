const express = require("express");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/headers/request-in-frame-options
  res.header("X-Frame-Options", req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/headers/request-in-frame-options
  res.set("x-frame-options", "ALLOW-FROM " + value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/headers/request-in-frame-options
  res.writeHead(200, { "X-Frame-Options": trimmed(req.params.name) });
});

app.get("/update", (req, res) => {
  // ok: javascript/headers/request-in-frame-options
  res.header("X-Frame-Options", "DENY");
});

app.get("/remove", (req, res) => {
  const value = "DENY";
  // ok: javascript/headers/request-in-frame-options
  res.set("x-frame-options", "ALLOW-FROM " + value);
});

app.get("/check", (req, res) => {
  const value = req.params.name;
  // ok: javascript/headers/request-in-frame-options
  res.header("X-Name", value);
});
