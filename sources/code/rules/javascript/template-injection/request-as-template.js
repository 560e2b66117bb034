const express = require("express");
const ejs = require("ejs");
const pug = require("pug");
const Handlebars = require("handlebars");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/template-injection/request-as-template
  ejs.render("<p>" + req.query.name + "</p>");
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/template-injection/request-as-template
  pug.compile(value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/template-injection/request-as-template
  Handlebars.compile(`Hello ${trimmed(req.params.name)}`);
});

app.get("/update", (req, res) => {
  // ok: javascript/template-injection/request-as-template
  ejs.render("<p>" + "reports" + "</p>");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/template-injection/request-as-template
  pug.compile(value);
});

app.get("/check", (req, res) => {
  const value = Number(req.query.name);
  // ok: javascript/template-injection/request-as-template
  ejs.render("<p>" + value + "</p>");
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/template-injection/request-as-template
  ejs.render("<p><%= name %></p>", { name: value });
});
