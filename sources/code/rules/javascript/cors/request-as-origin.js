const express = require("express");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/cors/request-as-origin
  res.header("Access-Control-Allow-Origin", req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/cors/request-as-origin
  res.setHeader("access-control-allow-origin", value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/cors/request-as-origin
  res.writeHead(200, { "Access-Control-Allow-Origin": trimmed(req.params.name) });
});

app.get("/update", (req, res) => {
  // ok: javascript/cors/request-as-origin
  res.header("Access-Control-Allow-Origin", "https://example.org");
});

app.get("/remove", (req, res) => {
  const value = "https://example.org";
  // ok: javascript/cors/request-as-origin
  res.setHeader("access-control-allow-origin", value);
});

app.get("/check", (req, res) => {
  const value = req.params.name;
  // ok: javascript/cors/request-as-origin
  res.header("X-Name", value);
});

app.get("/load", (req, res) => {
  const value = req.query.name;
  if (["https://example.org"].includes(value)) {
    res.header("Access-Control-Allow-Origin", value);
  // ok: javascript/cors/request-as-origin
  }
});
