const crypto = require("crypto");
const { createCipher } = require("crypto");

function ciphers(name, password, key) {
  // ruleid: javascript/crypto/cipher-without-nonce
  crypto.createCipher("aes-256-cbc", password);
  // ruleid: javascript/crypto/cipher-without-nonce
  createCipher(name, password);
  // ruleid: javascript/crypto/cipher-without-nonce
  const decipher = crypto.createDecipher("aes-256-cbc", password);

  // ok: javascript/crypto/cipher-without-nonce
  crypto.createCipheriv("aes-256-gcm", key, crypto.randomBytes(12));
  const nonce = crypto.randomBytes(12);
  // ok: javascript/crypto/cipher-without-nonce
  crypto.createDecipheriv("aes-256-gcm", key, nonce);
  // ok: javascript/crypto/cipher-without-nonce
  password.createCipher("aes");
  return decipher;
}
