const crypto = require("crypto");
const { createCipheriv } = require("crypto");

function ciphers(key, nonce) {
  // ruleid: javascript/crypto/weak-cipher
  crypto.createCipheriv("des-ede3-cbc", key, nonce);
  // ruleid: javascript/crypto/weak-cipher
  createCipheriv("aes-256-ecb", key, null);
  const name = "rc4";
  // ruleid: javascript/crypto/weak-cipher
  crypto.createDecipheriv(name, key, null);

  // ok: javascript/crypto/weak-cipher
  crypto.createCipheriv("aes-256-gcm", key, nonce);
  const good = "chacha20-poly1305";
  // ok: javascript/crypto/weak-cipher
  createCipheriv(good, key, nonce);
  // ok: javascript/crypto/weak-cipher
  crypto.createDecipheriv("aes-256-gcm", key, nonce);
}
