const express = require("express");
const logger = require("winston");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/log-injection/request-in-log
  logger.info("asked for " + req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/log-injection/request-in-log
  logger.warn(`asked for ${value}`);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/log-injection/request-in-log
  console.error("no such name: " + trimmed(req.params.name));
});

app.get("/update", (req, res) => {
  // ok: javascript/log-injection/request-in-log
  logger.info("asked for " + "reports");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/log-injection/request-in-log
  logger.warn(`asked for ${value}`);
});

app.get("/check", (req, res) => {
  const value = req.query.name.replace(/[\r
]/g, "");
  // ok: javascript/log-injection/request-in-log
  logger.info("asked for " + value);
});

app.get("/load", (req, res) => {
  const value = JSON.stringify(req.body.name);
  // ok: javascript/log-injection/request-in-log
  logger.warn(`asked for ${value}`);
});

app.get("/save", (req, res) => {
  const value = req.cookies.name;
  // ok: javascript/log-injection/request-in-log
  logger.info("asked for", { name: value });
});
