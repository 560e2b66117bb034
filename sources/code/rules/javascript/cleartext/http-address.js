const axios = require("axios");

async function ask() {
  // ruleid: javascript/cleartext/http-address
  await fetch("http://example.org/data");
  const address = "http://example.org/list";
  // ruleid: javascript/cleartext/http-address
  await axios.get(address);
  // ruleid: javascript/cleartext/http-address
  await axios.post("http://example.org/", {});

  // ok: javascript/cleartext/http-address
  await fetch("https://example.org/data");
  // ok: javascript/cleartext/http-address
  await axios.get("http://localhost:8080/");
  const good = "https://example.org/list";
  // ok: javascript/cleartext/http-address
  await axios.get(good);
}
