const express = require("express");

const app = express();

app.use((error, req, res, next) => {
  // ruleid: javascript/error/trace-in-response
  res.status(500).send(error.stack);
  const text = "failed: " + error.stack;
  // ruleid: javascript/error/trace-in-response
  res.end(text);
  // ruleid: javascript/error/trace-in-response
  res.json({ message: error.message, trace: error.stack });

  // ok: javascript/error/trace-in-response
  res.status(500).send("failed");
  const short = error.code;
  // ok: javascript/error/trace-in-response
  res.json({ code: short });
  // ok: javascript/error/trace-in-response
  console.error(error.stack);
  // ok: javascript/error/trace-in-response
  res.end("failed");
});
