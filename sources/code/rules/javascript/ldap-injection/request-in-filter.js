const express = require("express");
const ldap = require("ldapjs");
const ldapClient = ldap.createClient({ url: "ldap://localhost" });

const app = express();

function trimmed(text) {
  return text.trim();
}

app.get("/show", (req, res) => {
  // ruleid: javascript/ldap-injection/request-in-filter
  ldapClient.search("ou=people", { filter: "(uid=" + req.query.name + ")" }, () => req.query.name);
});

app.get("/find", (req, res) => {
  const value = req.body.name;
  // ruleid: javascript/ldap-injection/request-in-filter
  ldapClient.search("ou=people", { scope: "sub", filter: `(uid=${value})` }, () => value);
});

app.get("/listing", (req, res) => {
  // ruleid: javascript/ldap-injection/request-in-filter
  ldapClient.search("ou=" + trimmed(req.params.name), { filter: "(uid=*)" }, () => trimmed(req.params.name));
});

app.get("/update", (req, res) => {
  // ok: javascript/ldap-injection/request-in-filter
  ldapClient.search("ou=people", { filter: "(uid=" + "reports" + ")" }, () => "reports");
});

app.get("/remove", (req, res) => {
  const value = "reports";
  // ok: javascript/ldap-injection/request-in-filter
  ldapClient.search("ou=people", { scope: "sub", filter: `(uid=${value})` }, () => value);
});

app.get("/check", (req, res) => {
  const value = Number(req.query.name);
  // ok: javascript/ldap-injection/request-in-filter
  ldapClient.search("ou=people", { filter: "(uid=" + value + ")" }, () => value);
});

app.get("/load", (req, res) => {
  const value = req.headers["x-name"];
  // ok: javascript/ldap-injection/request-in-filter
  ldapClient.search("ou=people", { filter: new ldap.EqualityFilter({ attribute: "uid", value: value }) }, () => value);
});
