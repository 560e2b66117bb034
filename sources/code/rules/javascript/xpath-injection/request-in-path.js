const express = require("express");
const xpath = require("xpath");
let users;

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/xpath-injection/request-in-path
  xpath.select("//user[@name='" + req.query.name + "']", users);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/xpath-injection/request-in-path
  xpath.select1(`//user[@name='${value}']`, users);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/xpath-injection/request-in-path
  xpath.evaluate("//user[@name='" + trimmed(req.params.name) + "']", users);
});

app.get("/update", (req, res) => {
  // ok: javascript/xpath-injection/request-in-path
  xpath.select("//user[@name='" + "reports" + "']", users);
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/xpath-injection/request-in-path
  xpath.select1(`//user[@name='${value}']`, users);
});

app.get("/check", (req, res) => {
  const value = Number(req.query.name);
  // ok: javascript/xpath-injection/request-in-path
  xpath.select("//user[@name='" + value + "']", users);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/xpath-injection/request-in-path
  xpath.parse("//user[@name=$name]").select({ node: users, variables: { name: value } });
});
