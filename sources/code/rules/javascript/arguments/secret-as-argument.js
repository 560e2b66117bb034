const { execFile, spawn } = require("child_process");

function dump(user, password, settings) {
  // ruleid: javascript/arguments/secret-as-argument
  execFile("mysqldump", ["--user", user, "--password", password]);
  // ruleid: javascript/arguments/secret-as-argument
  spawn("curl", ["-u", settings.apiKey, "https://example.org"]);
  const token = settings.accessToken;
  // ruleid: javascript/arguments/secret-as-argument
  spawn("tool", ["--token", settings.accessToken, user]);

  // ok: javascript/arguments/secret-as-argument
  execFile("mysqldump", ["--user", user], { env: { MYSQL_PWD: password } });
  // ok: javascript/arguments/secret-as-argument
  spawn("tool", [user]).stdin.end(password);
  // ok: javascript/arguments/secret-as-argument
  spawn("tool", ["--user", user.name]);
  return token;
}
