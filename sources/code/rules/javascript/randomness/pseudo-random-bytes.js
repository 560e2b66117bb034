const crypto = require("crypto");
const { pseudoRandomBytes } = require("crypto");

function bytes(size) {
  // ruleid: javascript/randomness/pseudo-random-bytes
  crypto.pseudoRandomBytes(size);
  // ruleid: javascript/randomness/pseudo-random-bytes
  pseudoRandomBytes(16);
  // ruleid: javascript/randomness/pseudo-random-bytes
  const made = crypto.pseudoRandomBytes(8).toString("hex");

  // ok: javascript/randomness/pseudo-random-bytes
  crypto.randomBytes(size);
  // ok: javascript/randomness/pseudo-random-bytes
  const good = crypto.randomBytes(8);
  // ok: javascript/randomness/pseudo-random-bytes
  size.pseudoRandomBytes(8);
  return [made, good];
}
