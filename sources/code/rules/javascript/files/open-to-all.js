const fs = require("fs");

function make(path) {
  // ruleid: javascript/files/open-to-all
  fs.chmodSync(path, 0o777);
  const mode = 0o666;
  // ruleid: javascript/files/open-to-all
  fs.chmod(path, mode, () => {});
  // ruleid: javascript/files/open-to-all
  fs.writeFileSync(path, "", { mode: 0o622 });

  // ok: javascript/files/open-to-all
  fs.chmodSync(path, 0o600);
  const good = 0o700;
  // ok: javascript/files/open-to-all
  fs.mkdirSync(path, { mode: good });
  // ok: javascript/files/open-to-all
  fs.writeFileSync(path, "");
}
