const express = require("express");
const { exec, execSync, execFile, spawn } = require("child_process");
const shellQuote = require("shell-quote");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/command-injection/request-in-shell
  exec("ping -c 1 " + req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/command-injection/request-in-shell
  execSync(`traceroute ${value}`);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/command-injection/request-in-shell
  spawn("ls", [trimmed(req.params.name)], { shell: true }) && spawn("ls " + trimmed(req.params.name), { shell: true });
});

app.get("/update", (req, res) => {
  const value = req.headers["x-name"];
  // ruleid: javascript/command-injection/request-in-shell
  spawn("sh", ["-c", "ls " + value]);
});

app.get("/remove", (req, res) => {
  // ok: javascript/command-injection/request-in-shell
  exec("ping -c 1 " + "reports");
});

app.get("/check", (req, res) => {
  const value = "reports";
  // ok: javascript/command-injection/request-in-shell
  execSync(`traceroute ${value}`);
});

app.get("/load", (req, res) => {
  const value = shellQuote.quote([req.query.name]);
  // ok: javascript/command-injection/request-in-shell
  exec("ping -c 1 " + value);
});

app.get("/save", (req, res) => {
  const value = Number(req.body.name);
  // ok: javascript/command-injection/request-in-shell
  execSync(`traceroute ${value}`);
});

app.get("/export", (req, res) => {
  const value = req.cookies.name;
  // ok: javascript/command-injection/request-in-shell
  execFile("ping", ["-c", "1", value]);
});

app.get("/preview", (req, res) => {
  const value = req.query.name;
  if (["alpha", "beta"].includes(value)) {
    exec("ping -c 1 " + value);
  // ok: javascript/command-injection/request-in-shell
  }
});
