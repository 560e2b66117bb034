const express = require("express");
const { execFile, fork, spawn } = require("child_process");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/command-injection/request-as-program
  spawn(req.query.name, ["--version"]);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/command-injection/request-as-program
  execFile("/opt/tools/" + value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/command-injection/request-as-program
  fork(trimmed(req.params.name));
});

app.get("/update", (req, res) => {
  // ok: javascript/command-injection/request-as-program
  spawn("reports", ["--version"]);
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/command-injection/request-as-program
  execFile("/opt/tools/" + value);
});

app.get("/check", (req, res) => {
  const value = `tool${Number(req.query.name)}`;
  // ok: javascript/command-injection/request-as-program
  spawn(value, ["--version"]);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/command-injection/request-as-program
  spawn("git", ["log", value]);
});

app.get("/save", (req, res) => {
  const value = req.query.name;
  if (["git", "hg"].includes(value)) {
    spawn(value, ["status"]);
  // ok: javascript/command-injection/request-as-program
  }
});
