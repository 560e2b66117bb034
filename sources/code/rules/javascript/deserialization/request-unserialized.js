const express = require("express");
const serialize = require("node-serialize");
const yaml = require("js-yaml");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/deserialization/request-unserialized
  serialize.unserialize(req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/deserialization/request-unserialized
  serialize.unserialize(Buffer.from(value, "base64").toString());
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/deserialization/request-unserialized
  yaml.load(trimmed(req.params.name), { schema: yaml.DEFAULT_FULL_SCHEMA });
});

app.get("/update", (req, res) => {
  // ok: javascript/deserialization/request-unserialized
  serialize.unserialize("reports");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/deserialization/request-unserialized
  serialize.unserialize(Buffer.from(value, "base64").toString());
});

app.get("/check", (req, res) => {
  const value = req.params.name;
  // ok: javascript/deserialization/request-unserialized
  JSON.parse(value);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/deserialization/request-unserialized
  yaml.load(value, { schema: yaml.JSON_SCHEMA });
});
