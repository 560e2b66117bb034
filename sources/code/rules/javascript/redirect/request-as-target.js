const express = require("express");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/redirect/request-as-target
  res.redirect(req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/redirect/request-as-target
  res.redirect(302, "https://" + value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/redirect/request-as-target
  res.writeHead(302, { Location: trimmed(req.params.name) });
});

app.get("/update", (req, res) => {
  // ok: javascript/redirect/request-as-target
  res.redirect("reports");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/redirect/request-as-target
  res.redirect(302, "https://" + value);
});

app.get("/check", (req, res) => {
  const value = encodeURIComponent(req.query.name);
  // ok: javascript/redirect/request-as-target
  res.redirect(value);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/redirect/request-as-target
  res.redirect("/users/" + value);
});

app.get("/save", (req, res) => {
  const value = req.query.name;
  if (["/home", "/help"].includes(value)) {
    res.redirect(value);
  // ok: javascript/redirect/request-as-target
  }
});
