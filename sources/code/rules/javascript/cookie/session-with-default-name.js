const express = require("express");
const session = require("express-session");

const app = express();

// ruleid: javascript/cookie/session-with-default-name
app.use(session({ secret: process.env.SECRET }));
const cookie = { secure: true };
// ruleid: javascript/cookie/session-with-default-name
app.use(session({ secret: process.env.SECRET, cookie }));
// ruleid: javascript/cookie/session-with-default-name
app.use("/admin", session({ secret: process.env.SECRET, resave: false }));

// ok: javascript/cookie/session-with-default-name
app.use(session({ secret: process.env.SECRET, name: "sid" }));
const name = "sid";
// ok: javascript/cookie/session-with-default-name
app.use(session({ secret: process.env.SECRET, name, cookie }));
// ok: javascript/cookie/session-with-default-name
app.use(express.json({ strict: true }));
