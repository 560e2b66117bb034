const express = require("express");
const mysql = require("mysql");
const connection = mysql.createConnection({ host: "localhost" });

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/sql-injection/request-in-query
  connection.query("SELECT * FROM users WHERE name = '" + req.query.name + "'");
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/sql-injection/request-in-query
  connection.execute(`SELECT * FROM users WHERE name = '${value}'`);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/sql-injection/request-in-query
  connection.query({ sql: "DELETE FROM users WHERE name = '" + trimmed(req.params.name) + "'" });
});

app.get("/update", (req, res) => {
  // ok: javascript/sql-injection/request-in-query
  connection.query("SELECT * FROM users WHERE name = '" + "reports" + "'");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/sql-injection/request-in-query
  connection.execute(`SELECT * FROM users WHERE name = '${value}'`);
});

app.get("/check", (req, res) => {
  const value = mysql.escape(req.query.name);
  // ok: javascript/sql-injection/request-in-query
  connection.query("SELECT * FROM users WHERE name = '" + value + "'");
});

app.get("/load", (req, res) => {
  const value = Number(req.body.name);
  // ok: javascript/sql-injection/request-in-query
  connection.execute(`SELECT * FROM users WHERE name = '${value}'`);
});

app.get("/save", (req, res) => {
  const value = req.cookies.name;
  // ok: javascript/sql-injection/request-in-query
  connection.query("SELECT * FROM users WHERE name = ?", [value]);
});

app.get("/export", (req, res) => {
  const value = req.query.name;
  if (["name", "age"].includes(value)) {
    connection.query("SELECT * FROM users ORDER BY " + value);
  // ok: javascript/sql-injection/request-in-query
  }
});
