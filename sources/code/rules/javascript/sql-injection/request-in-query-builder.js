const express = require("express");
const knex = require("knex")({ client: "pg" });
const { Sequelize } = require("sequelize");
const sequelize = new Sequelize("sqlite::memory:");

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/sql-injection/request-in-query-builder
  knex.raw("SELECT * FROM users WHERE name = '" + req.query.name + "'");
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/sql-injection/request-in-query-builder
  sequelize.query(`SELECT * FROM users WHERE name = '${value}'`);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/sql-injection/request-in-query-builder
  knex("users").whereRaw("name = '" + trimmed(req.params.name) + "'");
});

app.get("/update", (req, res) => {
  // ok: javascript/sql-injection/request-in-query-builder
  knex.raw("SELECT * FROM users WHERE name = '" + "reports" + "'");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/sql-injection/request-in-query-builder
  sequelize.query(`SELECT * FROM users WHERE name = '${value}'`);
});

app.get("/check", (req, res) => {
  const value = Number(req.query.name);
  // ok: javascript/sql-injection/request-in-query-builder
  knex.raw("SELECT * FROM users WHERE name = '" + value + "'");
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/sql-injection/request-in-query-builder
  knex("users").where("name", value);
});

app.get("/save", (req, res) => {
  const value = req.cookies.name;
  // ok: javascript/sql-injection/request-in-query-builder
  sequelize.query("SELECT * FROM users WHERE name = :name", { replacements: { name: value } });
});
