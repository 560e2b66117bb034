const express = require("express");
const puppeteer = require("puppeteer");
const wkhtmltopdf = require("wkhtmltopdf");
let page;

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/ssrf/request-in-headless-browser
  page.goto(req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/ssrf/request-in-headless-browser
  page.setContent("<p>" + value + "</p>");
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/ssrf/request-in-headless-browser
  wkhtmltopdf(trimmed(req.params.name), { output: "page.pdf" });
});

app.get("/update", (req, res) => {
  // ok: javascript/ssrf/request-in-headless-browser
  page.goto("reports");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/ssrf/request-in-headless-browser
  page.setContent("<p>" + value + "</p>");
});

app.get("/check", (req, res) => {
  const value = encodeURIComponent(req.query.name);
  // ok: javascript/ssrf/request-in-headless-browser
  page.goto(value);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/ssrf/request-in-headless-browser
  page.title(value);
});
