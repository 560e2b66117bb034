const express = require("express");
const csurf = require("csurf");
const methodOverride = require("method-override");

function first(app) {
  // ruleid: javascript/csrf/method-override-first
  app.use(express.csrf());
  app.use(express.methodOverride());
}

function second(app) {
  // ruleid: javascript/csrf/method-override-first
  app.use(csurf({ cookie: true }));
  app.use(express.json());
  app.use(methodOverride("_method"));
}

function third(app) {
  const options = { cookie: true };
  // ruleid: javascript/csrf/method-override-first
  app.use(csurf(options));
  app.use(methodOverride());
}

function good(app) {
  // ok: javascript/csrf/method-override-first
  app.use(methodOverride());
  // ok: javascript/csrf/method-override-first
  app.use(csurf({ cookie: true }));
}

function plain(app) {
  // ok: javascript/csrf/method-override-first
  app.use(csurf());
}
