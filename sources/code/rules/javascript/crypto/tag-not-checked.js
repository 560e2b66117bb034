const crypto = require("crypto");

function first(key, nonce, tag, data) {
  // ruleid: javascript/crypto/tag-not-checked
  const decipher = crypto.createDecipheriv("aes-256-gcm", key, nonce);
  decipher.setAuthTag(tag);
  return decipher.update(data, "base64", "utf8");
}

function second(key, nonce, data) {
  // ruleid: javascript/crypto/tag-not-checked
  const decipher = crypto.createDecipheriv("chacha20-poly1305", key, nonce);
  const text = decipher.update(data, "base64", "utf8");
  return text;
}

function third(key, nonce, data) {
  const name = "aes-128-gcm";
  // ruleid: javascript/crypto/tag-not-checked
  const decipher = crypto.createDecipheriv(name, key, nonce);
  decipher.update(data);
  return decipher;
}

function checked(key, nonce, tag, data) {
  // ok: javascript/crypto/tag-not-checked
  const decipher = crypto.createDecipheriv("aes-256-gcm", key, nonce);
  decipher.setAuthTag(tag);
  const text = decipher.update(data, "base64", "utf8");
  return text + decipher.final("utf8");
}

function block(key, nonce, data) {
  // ok: javascript/crypto/tag-not-checked
  const decipher = crypto.createDecipheriv("aes-256-cbc", key, nonce);
  return decipher.update(data, "base64", "utf8");
}

function other(key, nonce, data) {
  // ok: javascript/crypto/tag-not-checked
  const decipher = crypto.createDecipheriv("aes-256-gcm", key, nonce);
  const text = decipher.update(data);
  decipher.final();
  return text;
}
