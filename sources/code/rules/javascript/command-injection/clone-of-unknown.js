const { spawn, execFile } = require("child_process");

function copy(address, folder) {
  // ruleid: javascript/command-injection/clone-of-unknown
  spawn("git", ["clone", address]);
  // ruleid: javascript/command-injection/clone-of-unknown
  execFile("git", ["clone", "--depth", "1", address, folder]);
  const from = address.trim();
  // ruleid: javascript/command-injection/clone-of-unknown
  spawn("git", ["fetch", from]);

  // ok: javascript/command-injection/clone-of-unknown
  spawn("git", ["clone", "--", address, folder]);
  // ok: javascript/command-injection/clone-of-unknown
  spawn("git", ["clone", "https://example.org/a.git"]);
  // ok: javascript/command-injection/clone-of-unknown
  execFile("git", ["status", folder]);
}
