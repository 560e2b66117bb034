const express = require("express");
const User = require("./models/user");

const app = express();

app.post("/login", (req, res) => {
  // ruleid: javascript/nosql-injection/request-as-filter
  User.findOne({ name: req.body.name });
  const filter = req.query;
  // ruleid: javascript/nosql-injection/request-as-filter
  User.find(filter);
  // ruleid: javascript/nosql-injection/request-as-filter
  User.deleteMany({ $where: req.body.code });

  // ok: javascript/nosql-injection/request-as-filter
  User.findOne({ name: String(req.body.name) });
  const name = `${req.body.name}`;
  // ok: javascript/nosql-injection/request-as-filter
  User.find({ name });
  if (typeof req.body.color === "string") {
    // ok: javascript/nosql-injection/request-as-filter
    User.find({ color: req.body.color });
  }
  // ok: javascript/nosql-injection/request-as-filter
  User.find({ active: true });
});
