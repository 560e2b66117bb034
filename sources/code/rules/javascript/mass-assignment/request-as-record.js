const express = require("express");
const User = require("./models/user");

const app = express();

app.post("/users", (req, res) => {
  // ruleid: javascript/mass-assignment/request-as-record
  new User(req.body).save();
  const fields = req.body;
  // ruleid: javascript/mass-assignment/request-as-record
  User.create(fields);
  // ruleid: javascript/mass-assignment/request-as-record
  Object.assign(req.user, req.body);

  // ok: javascript/mass-assignment/request-as-record
  User.create({ name: req.body.name });
  const chosen = { name: String(req.body.name) };
  // ok: javascript/mass-assignment/request-as-record
  new User(chosen).save();
  // ok: javascript/mass-assignment/request-as-record
  Object.assign(req.user, { size: Number(req.body.size) });
  res.end();
});
