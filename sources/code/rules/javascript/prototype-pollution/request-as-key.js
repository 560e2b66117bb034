const express = require("express");
const store = {};
const KNOWN = ["a", "b"];

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/prototype-pollution/request-as-key
  store[req.query.name] = 1;
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/prototype-pollution/request-as-key
  store["a"][value] = 1;
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/prototype-pollution/request-as-key
  store[trimmed(req.params.name)]["b"] = 1;
});

app.get("/update", (req, res) => {
  // ok: javascript/prototype-pollution/request-as-key
  store["reports"] = 1;
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/prototype-pollution/request-as-key
  store["a"][value] = 1;
});

app.get("/check", (req, res) => {
  const value = Number(req.query.name);
  // ok: javascript/prototype-pollution/request-as-key
  store[value] = 1;
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/prototype-pollution/request-as-key
  new Map().set(value, 1);
});

app.get("/save", (req, res) => {
  const value = req.query.name;
  if (KNOWN.includes(value)) {
    store[value] = 1;
  // ok: javascript/prototype-pollution/request-as-key
  }
});
