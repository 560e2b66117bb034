const express = require("express");
const _ = require("lodash");
const deepmerge = require("deepmerge");

const app = express();
const settings = {};

app.post("/settings", (req, res) => {
  // ruleid: javascript/prototype-pollution/request-merged
  _.merge(settings, req.body);
  const given = req.body.settings;
  // ruleid: javascript/prototype-pollution/request-merged
  _.defaultsDeep({}, given);
  // ruleid: javascript/prototype-pollution/request-merged
  deepmerge(settings, JSON.parse(req.query.settings));

  // ok: javascript/prototype-pollution/request-merged
  _.merge(settings, { color: "red" });
  const fixed = { color: "green" };
  // ok: javascript/prototype-pollution/request-merged
  _.merge(settings, fixed);
  // ok: javascript/prototype-pollution/request-merged
  settings.size = Number(req.body.size);
  res.end();
});
