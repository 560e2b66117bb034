const { Pool } = require("pg");

const pool = new Pool();

async function find(name) {
  // ruleid: javascript/sql-injection/formatted-query
  await pool.query("SELECT * FROM users WHERE name = '" + name + "'");
  const query = `DELETE FROM users WHERE name = '${name}'`;
  // ruleid: javascript/sql-injection/formatted-query
  await pool.query(query);
  // ruleid: javascript/sql-injection/formatted-query
  await pool.query({ text: "SELECT * FROM users WHERE id = " + name });
}

async function safe(name) {
  // ok: javascript/sql-injection/formatted-query
  await pool.query("SELECT * FROM users WHERE name = $1", [name]);
  const query = "SELECT * " + "FROM users";
  // ok: javascript/sql-injection/formatted-query
  await pool.query(query);
  const limit = Number(name);
  // ok: javascript/sql-injection/formatted-query
  await pool.query("SELECT * FROM users LIMIT " + limit);
}
