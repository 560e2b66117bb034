const express = require("express");
const store = require("./store");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/sql-injection/request-in-sql-text
  store.run("SELECT * FROM users WHERE name = '" + req.query.name + "'");
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/sql-injection/request-in-sql-text
  const query = `DELETE FROM users WHERE name = '${value}'`;
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/sql-injection/request-in-sql-text
  const query = "UPDATE users SET name = '" + trimmed(req.params.name) + "'";
});

app.get("/update", (req, res) => {
  // ok: javascript/sql-injection/request-in-sql-text
  store.run("SELECT * FROM users WHERE name = '" + "reports" + "'");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/sql-injection/request-in-sql-text
  const query = `DELETE FROM users WHERE name = '${value}'`;
});

app.get("/check", (req, res) => {
  const value = Number(req.query.name);
  // ok: javascript/sql-injection/request-in-sql-text
  store.run("SELECT * FROM users WHERE name = '" + value + "'");
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/sql-injection/request-in-sql-text
  store.run("SELECT * FROM users WHERE name = ?", value);
});

app.get("/save", (req, res) => {
  const value = req.cookies.name;
  // ok: javascript/sql-injection/request-in-sql-text
  console.info("SELECT * FROM users WHERE name = " + value);
});
