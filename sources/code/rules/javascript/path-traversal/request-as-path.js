const express = require("express");
const fs = require("fs");
const path = require("path");
const FOLDER = "/srv/files/";

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/path-traversal/request-as-path
  fs.readFileSync(FOLDER + req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/path-traversal/request-as-path
  fs.createReadStream(path.join(FOLDER, value));
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/path-traversal/request-as-path
  res.sendFile(`${FOLDER}${trimmed(req.params.name)}`);
});

app.get("/update", (req, res) => {
  const value = req.headers["x-name"];
  // ruleid: javascript/path-traversal/request-as-path
  fs.unlink(path.resolve(FOLDER, value), () => value);
});

app.get("/remove", (req, res) => {
  // ok: javascript/path-traversal/request-as-path
  fs.readFileSync(FOLDER + "reports");
});

app.get("/check", (req, res) => {
  const value = "reports";
  // ok: javascript/path-traversal/request-as-path
  fs.createReadStream(path.join(FOLDER, value));
});

app.get("/load", (req, res) => {
  const value = path.basename(req.query.name);
  // ok: javascript/path-traversal/request-as-path
  fs.readFileSync(FOLDER + value);
});

app.get("/save", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/path-traversal/request-as-path
  res.sendFile(value, { root: FOLDER });
});

app.get("/export", (req, res) => {
  const value = req.query.name;
  const file = path.resolve(FOLDER, value);
  if (file.startsWith(FOLDER)) {
    fs.readFileSync(file);
  // ok: javascript/path-traversal/request-as-path
  }
});
