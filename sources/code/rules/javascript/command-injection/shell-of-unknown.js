const { exec, execFile, spawn, execSync } = require("child_process");
const settings = require("./settings");

function build() {
  // ruleid: javascript/command-injection/shell-of-unknown
  exec("make " + settings.targets.join(" "));
  const command = `${settings.tool} --check`;
  // ruleid: javascript/command-injection/shell-of-unknown
  execSync(command);
  // ruleid: javascript/command-injection/shell-of-unknown
  spawn("make", settings.targets, { shell: true });

  // ok: javascript/command-injection/shell-of-unknown
  exec("uptime");
  const fixed = "df -h";
  // ok: javascript/command-injection/shell-of-unknown
  execSync(fixed);
  // ok: javascript/command-injection/shell-of-unknown
  execFile(settings.tool, ["--check"]);
  // ok: javascript/command-injection/shell-of-unknown
  spawn("make", settings.targets, { shell: false });
}
