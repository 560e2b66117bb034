const https = require("https");

function ask(url, done) {
  // ruleid: javascript/transport/certificate-not-checked
  https.get(url, { rejectUnauthorized: false }, done);
  // ruleid: javascript/transport/certificate-not-checked
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const check = false;
  // ruleid: javascript/transport/certificate-not-checked
  const agent = new https.Agent({ rejectUnauthorized: check });

  // ok: javascript/transport/certificate-not-checked
  https.get(url, done);
  // ok: javascript/transport/certificate-not-checked
  https.get(url, { rejectUnauthorized: true, agent }, done);
  const on = true;
  // ok: javascript/transport/certificate-not-checked
  return new https.Agent({ rejectUnauthorized: on });
}
