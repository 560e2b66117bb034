const https = require("https");
const tls = require("tls");

function serve(handler) {
  // ruleid: javascript/transport/weak-tls-version
  https.createServer({ minVersion: "TLSv1" }, handler);
  // ruleid: javascript/transport/weak-tls-version
  tls.connect({ secureProtocol: "SSLv3_method" });
  // ruleid: javascript/transport/weak-tls-version
  tls.connect({ port: 443, maxVersion: "TLSv1.1" });

  // ok: javascript/transport/weak-tls-version
  https.createServer({ minVersion: "TLSv1.2" }, handler);
  // ok: javascript/transport/weak-tls-version
  const good = "TLSv1.3";
  tls.connect({ minVersion: good });
  // ok: javascript/transport/weak-tls-version
  tls.connect({ port: 443 });
}
