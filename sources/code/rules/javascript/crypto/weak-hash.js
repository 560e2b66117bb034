const crypto = require("crypto");
const { createHash } = require("node:crypto");
const CryptoJS = require("crypto-js");

function sums(data) {
  // ruleid: javascript/crypto/weak-hash
  crypto.createHash("md5").update(data).digest("hex");
  // ruleid: javascript/crypto/weak-hash
  createHash("SHA1").update(data);
  const name = "md5";
  // ruleid: javascript/crypto/weak-hash
  createHash(name);
  // ruleid: javascript/crypto/weak-hash
  CryptoJS.MD5(data);

  // ok: javascript/crypto/weak-hash
  crypto.createHash("sha256").update(data);
  const good = "sha512";
  // ok: javascript/crypto/weak-hash
  createHash(good);
  // ok: javascript/crypto/weak-hash
  CryptoJS.SHA256(data);
}
