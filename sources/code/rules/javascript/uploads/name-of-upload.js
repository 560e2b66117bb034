const crypto = require("crypto");
const express = require("express");
const fs = require("fs");
const path = require("path");

const app = express();

app.post("/a", (req, res) => {
  // ruleid: javascript/uploads/name-of-upload
  fs.writeFileSync("/srv/" + req.file.originalname, req.file.buffer);
  const target = path.join("/srv", req.file.originalname);
  // ruleid: javascript/uploads/name-of-upload
  fs.renameSync(req.file.path, target);
  // ruleid: javascript/uploads/name-of-upload
  req.files.photo.mv("/srv/" + req.files.photo.name);

  // ok: javascript/uploads/name-of-upload
  fs.writeFileSync("/srv/new", req.file.buffer);
  const made = "/srv/" + crypto.randomUUID() + path.extname(req.file.originalname);
  // ok: javascript/uploads/name-of-upload
  fs.writeFileSync(made, req.file.buffer);
  const name = sanitizeFilename(req.file.originalname);
  // ok: javascript/uploads/name-of-upload
  fs.writeFileSync("/srv/" + name, req.file.buffer);
  res.end();
});
