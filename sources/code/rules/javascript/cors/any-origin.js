const cors = require("cors");
const express = require("express");

const app = express();

// ruleid: javascript/cors/any-origin
app.use(cors({ origin: "*" }));
// ruleid: javascript/cors/any-origin
app.use(cors({ origin: true, credentials: true }));
app.get("/data", (req, res) => {
  const anyone = "*";
  // ruleid: javascript/cors/any-origin
  res.header("Access-Control-Allow-Origin", anyone);
  // ok: javascript/cors/any-origin
  res.header("Access-Control-Allow-Origin", "https://example.org");
  res.end();
});

// ok: javascript/cors/any-origin
app.use(cors({ origin: "https://example.org" }));
const known = ["https://example.org"];
// ok: javascript/cors/any-origin
app.use(cors({ origin: known, credentials: true }));
