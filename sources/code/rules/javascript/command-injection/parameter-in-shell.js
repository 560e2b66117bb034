const { exec, execFile, spawn } = require("child_process");

function ping(host) {
  // ruleid: javascript/command-injection/parameter-in-shell
  exec("ping -c 1 " + host);
}

function list(folder) {
  const command = `ls ${folder}`;
  // ruleid: javascript/command-injection/parameter-in-shell
  spawn(command, { shell: true });
}

// ruleid: javascript/command-injection/parameter-in-shell
module.exports.start = (program, args) => spawn(program, args);

function argument(path) {
  // ok: javascript/command-injection/parameter-in-shell
  execFile("git", ["log", path]);
}

function counted(times) {
  const count = Number(times);
  // ok: javascript/command-injection/parameter-in-shell
  exec(`ping -c ${count} localhost`);
}

function known(host) {
  if (!["alpha", "beta"].includes(host)) throw new Error(host);
  // ok: javascript/command-injection/parameter-in-shell
  exec("ping -c 1 " + host);
}
