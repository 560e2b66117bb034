const fs = require("fs");
const path = require("path");

function read(name) {
  // ruleid: javascript/path-traversal/parameter-as-path
  return fs.readFileSync("/srv/" + name);
}

function joined(name) {
  // ruleid: javascript/path-traversal/parameter-as-path
  const file = path.join("/srv", name);
  return file;
}

module.exports = function open(name, done) {
  const file = `/srv/${name}`;
  // ruleid: javascript/path-traversal/parameter-as-path
  fs.open(file, "r", done);
};

function named(name) {
  // ok: javascript/path-traversal/parameter-as-path
  return path.join("/srv", path.basename(name));
}

function fixed() {
  const file = "/srv/settings";
  // ok: javascript/path-traversal/parameter-as-path
  return fs.readFileSync(file);
}

function numbered(page) {
  const number = Number(page);
  // ok: javascript/path-traversal/parameter-as-path
  return fs.readFileSync("/srv/" + number);
}
