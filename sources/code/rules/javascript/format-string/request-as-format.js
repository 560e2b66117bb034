const util = require("util");

function log(name, value) {
  // ruleid: javascript/format-string/request-as-format
  console.log("name: " + name, value);
  // ruleid: javascript/format-string/request-as-format
  console.error(`name: ${name}`, value);
  const format = "name: " + name;
  // ruleid: javascript/format-string/request-as-format
  return util.format(format, value);
}

function plain(name, value) {
  // ok: javascript/format-string/request-as-format
  console.log("name: %s", name, value);
  // ok: javascript/format-string/request-as-format
  console.log("name: " + name);
  const format = "%s: %d";
  // ok: javascript/format-string/request-as-format
  return util.format(format, name, value);
}
