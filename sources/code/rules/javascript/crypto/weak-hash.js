const crypto = require('crypto');

// ruleid: javascript/crypto/weak-hash
crypto.createHash('md5').update('a').digest('hex');
// ruleid: javascript/crypto/weak-hash
crypto.createHmac('SHA1', key).update('a').digest();
const algorithm = 'md4';
// ruleid: javascript/crypto/weak-hash
crypto.createHash(algorithm);

// ok: javascript/crypto/weak-hash
crypto.createHash('sha256').update('a').digest('hex');
const better = 'sha512';
// ok: javascript/crypto/weak-hash
crypto.createHmac(better, key);
// ok: javascript/crypto/weak-hash
other.createHash('md5');
