import hashlib

from Crypto.Protocol.KDF import PBKDF2


def hashes(password, salt):
    # ruleid: python/crypto/weak-password-iterations
    hashlib.pbkdf2_hmac("sha256", password, salt, 1000)
    # ruleid: python/crypto/weak-password-iterations
    PBKDF2(password, salt, count=5000)
    rounds = 20000
    # ruleid: python/crypto/weak-password-iterations
    hashlib.pbkdf2_hmac("sha256", password, salt, iterations=rounds)

    # ok: python/crypto/weak-password-iterations
    hashlib.pbkdf2_hmac("sha256", password, salt, 600000)
    # ok: python/crypto/weak-password-iterations
    PBKDF2(password, salt, count=1000000)
    many = 210000
    # ok: python/crypto/weak-password-iterations
    hashlib.pbkdf2_hmac("sha512", password, salt, iterations=many)
