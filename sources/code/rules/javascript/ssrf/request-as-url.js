const express = require("express");
const axios = require("axios");
const http = require("http");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/ssrf/request-as-url
  axios.get(req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/ssrf/request-as-url
  fetch("http://" + value + "/status");
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/ssrf/request-as-url
  http.get(`http://${trimmed(req.params.name)}.example.org/`);
});

app.get("/update", (req, res) => {
  const value = req.headers["x-name"];
  // ruleid: javascript/ssrf/request-as-url
  axios({ url: value, method: "get" });
});

app.get("/remove", (req, res) => {
  // ok: javascript/ssrf/request-as-url
  axios.get("reports");
});

app.get("/check", (req, res) => {
  const value = "reports";
  // ok: javascript/ssrf/request-as-url
  fetch("http://" + value + "/status");
});

app.get("/load", (req, res) => {
  const value = encodeURIComponent(req.query.name);
  // ok: javascript/ssrf/request-as-url
  axios.get(value);
});

app.get("/save", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/ssrf/request-as-url
  axios.get("https://api.example.org/find", { params: { name: value } });
});

app.get("/export", (req, res) => {
  const value = req.cookies.name;
  // ok: javascript/ssrf/request-as-url
  fetch("https://api.example.org/users/" + value);
});

app.get("/preview", (req, res) => {
  const value = req.query.name;
  if (["https://a.example.org/"].includes(value)) {
    axios.get(value);
  // ok: javascript/ssrf/request-as-url
  }
});
