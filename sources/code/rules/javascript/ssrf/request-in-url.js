const express = require("express");
const axios = require("axios");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/ssrf/request-in-url
  axios.get("https://api.example.org/users/" + req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/ssrf/request-in-url
  fetch(`https://api.example.org/users/${value}`);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/ssrf/request-in-url
  axios.post("https://api.example.org/" + trimmed(req.params.name) + "/x", trimmed(req.params.name));
});

app.get("/update", (req, res) => {
  // ok: javascript/ssrf/request-in-url
  axios.get("https://api.example.org/users/" + "reports");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/ssrf/request-in-url
  fetch(`https://api.example.org/users/${value}`);
});

app.get("/check", (req, res) => {
  const value = encodeURIComponent(req.query.name);
  // ok: javascript/ssrf/request-in-url
  axios.get("https://api.example.org/users/" + value);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/ssrf/request-in-url
  axios.get("https://api.example.org/find", { params: { name: value } });
});
