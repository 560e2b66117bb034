const crypto = require("crypto");
const { createDecipheriv } = require("crypto");

function open(key, nonce) {
  // ruleid: javascript/crypto/short-tag
  crypto.createDecipheriv("aes-256-gcm", key, nonce);
  // ruleid: javascript/crypto/short-tag
  createDecipheriv("aes-128-ccm", key, nonce);
  const name = "aes-128-gcm";
  // ruleid: javascript/crypto/short-tag
  crypto.createDecipheriv(name, key, nonce);

  // ok: javascript/crypto/short-tag
  crypto.createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 });
  // ok: javascript/crypto/short-tag
  crypto.createDecipheriv("aes-256-cbc", key, nonce);
  const options = { authTagLength: 16 };
  // ok: javascript/crypto/short-tag
  createDecipheriv("aes-256-gcm", key, nonce, options);
}
