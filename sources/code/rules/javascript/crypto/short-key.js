const crypto = require("crypto");
const { generateKeyPairSync } = require("crypto");

function keys(done) {
  // ruleid: javascript/crypto/short-key
  crypto.generateKeyPair("rsa", { modulusLength: 1024 }, done);
  // ruleid: javascript/crypto/short-key
  generateKeyPairSync("rsa", { modulusLength: 512, publicExponent: 3 });
  const bits = 1024;
  // ruleid: javascript/crypto/short-key
  crypto.generateKeyPairSync("rsa", { modulusLength: bits });

  // ok: javascript/crypto/short-key
  crypto.generateKeyPair("rsa", { modulusLength: 3072 }, done);
  const good = 4096;
  // ok: javascript/crypto/short-key
  generateKeyPairSync("rsa", { modulusLength: good });
  // ok: javascript/crypto/short-key
  generateKeyPairSync("ed25519");
}
