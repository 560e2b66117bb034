const express = require("express");
const User = require("./models/user");

const app = express();

app.get("/find", (req, res) => {
  // ruleid: javascript/nosql-injection/request-in-where
  User.find({ $where: "this.name == '" + req.query.name + "'" });
  const code = `this.age > ${req.query.age}`;
  // ruleid: javascript/nosql-injection/request-in-where
  User.find({ active: true, $where: code });
  // ruleid: javascript/nosql-injection/request-in-where
  User.find().$where(req.body.code);

  // ok: javascript/nosql-injection/request-in-where
  User.find({ $where: "this.age > 18" });
  const age = Number(req.query.age);
  // ok: javascript/nosql-injection/request-in-where
  User.find({ $where: `this.age > ${age}` });
  // ok: javascript/nosql-injection/request-in-where
  User.find({ name: { $eq: String(req.query.name) } });
  res.end();
});
