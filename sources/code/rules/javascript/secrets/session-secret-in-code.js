const session = require("express-session");
const cookieParser = require("cookie-parser");

function configure(app) {
  // ruleid: javascript/secrets/session-secret-in-code
  app.use(session({ secret: "hush-hush", name: "sid" }));
  // ruleid: javascript/secrets/session-secret-in-code
  app.use(cookieParser("hush-hush"));
  const key = "also-hush";
  // ruleid: javascript/secrets/session-secret-in-code
  app.use(session({ secret: key, name: "sid" }));

  // ok: javascript/secrets/session-secret-in-code
  app.use(session({ secret: process.env.SECRET, name: "sid" }));
  const good = process.env.SECRET;
  // ok: javascript/secrets/session-secret-in-code
  app.use(cookieParser(good));
  // ok: javascript/secrets/session-secret-in-code
  app.use(cookieParser());
}
