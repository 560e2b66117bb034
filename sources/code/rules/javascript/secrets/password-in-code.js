// ruleid: javascript/secrets/password-in-code
function connect(database, password = "Hq7-rabbit-92") {
  // ruleid: javascript/secrets/password-in-code
  database.connect({ user: "app", password: "t0p-of-the-hill" });
  // ruleid: javascript/secrets/password-in-code
  const apiKey = "9f8e7d6c5b4a3f2e1d0c";
  const config = {};
  // ruleid: javascript/secrets/password-in-code
  config.secret = "b1ue-m0nday-77";

  // ok: javascript/secrets/password-in-code
  database.connect({ user: "app", password: process.env.PASSWORD });
  // ok: javascript/secrets/password-in-code
  const dbPassword = "changeme";
  // ok: javascript/secrets/password-in-code
  const passwordField = "user[password]";
  return [apiKey, config, password, dbPassword, passwordField];
}
