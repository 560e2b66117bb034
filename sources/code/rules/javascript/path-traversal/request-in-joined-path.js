const express = require("express");
const path = require("path");
const store = require("./store");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/path-traversal/request-in-joined-path
  store.read(path.join("/srv", req.query.name));
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/path-traversal/request-in-joined-path
  store.read(path.resolve("/srv", "a", value));
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/path-traversal/request-in-joined-path
  store.read(path.normalize("/srv/" + trimmed(req.params.name)));
});

app.get("/update", (req, res) => {
  // ok: javascript/path-traversal/request-in-joined-path
  store.read(path.join("/srv", "reports"));
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/path-traversal/request-in-joined-path
  store.read(path.resolve("/srv", "a", value));
});

app.get("/check", (req, res) => {
  const value = path.basename(req.query.name);
  // ok: javascript/path-traversal/request-in-joined-path
  store.read(path.join("/srv", value));
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/path-traversal/request-in-joined-path
  store.read(value);
});

app.get("/save", (req, res) => {
  const value = req.query.name;
  if (["a.txt", "b.txt"].includes(value)) {
    store.read(path.join("/srv", value));
  // ok: javascript/path-traversal/request-in-joined-path
  }
});
