const crypto = require("crypto");
const { createHmac } = require("crypto");

function sign(data) {
  // ruleid: javascript/crypto/key-in-code
  crypto.createHmac("sha256", "hush-hush").update(data);
  const key = "another-one";
  // ruleid: javascript/crypto/key-in-code
  createHmac("sha256", key).update(data);
  // ruleid: javascript/crypto/key-in-code
  crypto.createCipheriv("aes-128-gcm", "sixteen byte key", crypto.randomBytes(12));

  // ok: javascript/crypto/key-in-code
  crypto.createHmac("sha256", process.env.KEY).update(data);
  const good = process.env.KEY;
  // ok: javascript/crypto/key-in-code
  createHmac("sha256", good).update(data);
  // ok: javascript/crypto/key-in-code
  crypto.createHmac("sha256", crypto.randomBytes(32)).update(data);
}
