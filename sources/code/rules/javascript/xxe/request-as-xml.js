const express = require("express");
const libxmljs = require("libxmljs");
const xml2json = require("xml2json");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/xxe/request-as-xml
  libxmljs.parseXml(req.query.name, { noent: true });
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/xxe/request-as-xml
  xml2json.toJson(value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/xxe/request-as-xml
  libxmljs.parseXmlString(trimmed(req.params.name), { noent: true, nonet: true });
});

app.get("/update", (req, res) => {
  // ok: javascript/xxe/request-as-xml
  libxmljs.parseXml("<a/>", { noent: true });
});

app.get("/remove", (req, res) => {
  const value = "<a/>";
  // ok: javascript/xxe/request-as-xml
  xml2json.toJson(value);
});

app.get("/check", (req, res) => {
  const value = req.params.name;
  // ok: javascript/xxe/request-as-xml
  libxmljs.parseXml(value);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/xxe/request-as-xml
  libxmljs.parseXml(value, { noent: false });
});
