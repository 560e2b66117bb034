const fs = require("fs");
const os = require("os");
const path = require("path");

function write(text) {
  // ruleid: javascript/files/predictable-temporary-name
  fs.writeFileSync("/tmp/report.txt", text);
  const name = "/var/tmp/report.txt";
  // ruleid: javascript/files/predictable-temporary-name
  fs.writeFile(name, text, () => {});
  // ruleid: javascript/files/predictable-temporary-name
  fs.createWriteStream("/tmp/report.log");

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "report-"));
  // ok: javascript/files/predictable-temporary-name
  fs.writeFileSync(path.join(folder, "report.txt"), text);
  // ok: javascript/files/predictable-temporary-name
  fs.readFileSync("/tmp/report.txt");
  // ok: javascript/files/predictable-temporary-name
  fs.writeFileSync("/srv/report.txt", text);
}
