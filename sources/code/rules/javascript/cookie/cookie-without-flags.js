const express = require("express");
const session = require("express-session");

const app = express();

app.post("/login", (req, res) => {
  // ruleid: javascript/cookie/cookie-without-flags
  res.cookie("session", "1");
  // ruleid: javascript/cookie/cookie-without-flags
  res.cookie("session", "1", { httpOnly: true });
  const off = false;
  // ruleid: javascript/cookie/cookie-without-flags
  res.cookie("session", "1", { secure: off, httpOnly: true });

  // ok: javascript/cookie/cookie-without-flags
  res.cookie("session", "1", { secure: true, httpOnly: true, sameSite: "lax" });
  // ok: javascript/cookie/cookie-without-flags
  res.cookie("session", "1", { httpOnly: true, secure: true });
  // ok: javascript/cookie/cookie-without-flags
  res.clearCookie("session");
});
// ruleid: javascript/cookie/cookie-without-flags
app.use(session({ secret: process.env.SECRET, cookie: { secure: false } }));
// ok: javascript/cookie/cookie-without-flags
app.use(session({ secret: process.env.SECRET, cookie: { secure: true } }));
