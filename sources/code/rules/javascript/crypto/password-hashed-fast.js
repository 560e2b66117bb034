const bcrypt = require("bcrypt");
const crypto = require("crypto");

function register(user, users, password) {
  // ruleid: javascript/crypto/password-hashed-fast
  user.password = crypto.createHash("md5").update(password).digest("hex");
  const hash = crypto.createHash("sha1").update(password).digest("hex");
  // ruleid: javascript/crypto/password-hashed-fast
  users.push({ name: user.name, passwordHash: hash });
  // ruleid: javascript/crypto/password-hashed-fast
  user.setPassword(hash);

  // ok: javascript/crypto/password-hashed-fast
  user.password = bcrypt.hashSync(password, 12);
  const slow = crypto.scryptSync(password, user.salt, 64);
  // ok: javascript/crypto/password-hashed-fast
  user.setPassword(slow);
  // ok: javascript/crypto/password-hashed-fast
  user.checksum = hash;
}
