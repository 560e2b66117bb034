import hashlib

from cryptography.hazmat.primitives import hashes
from Crypto.Hash import MD5


def sums(data):
    # ruleid: python/crypto/weak-hash
    hashlib.md5(data).hexdigest()
    # ruleid: python/crypto/weak-hash
    hashlib.new("sha1", data)
    name = "MD5"
    # ruleid: python/crypto/weak-hash
    hashlib.new(name)
    # ruleid: python/crypto/weak-hash
    MD5.new()
    # ruleid: python/crypto/weak-hash
    hashes.Hash(hashes.SHA1())

    # ok: python/crypto/weak-hash
    hashlib.sha256(data).hexdigest()
    # ok: python/crypto/weak-hash
    hashlib.md5(data, usedforsecurity=False)
    good = "sha512"
    # ok: python/crypto/weak-hash
    hashlib.new(good)
    # ok: python/crypto/weak-hash
    hashes.Hash(hashes.SHA256())
