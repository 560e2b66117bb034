import hmac

from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import algorithms


def keys(key, data):
    # ruleid: python/crypto/empty-key
    AES.new("", AES.MODE_CBC, b"0" * 16)
    # ruleid: python/crypto/empty-key
    hmac.new(b"", data, "sha256")
    empty = b""
    # ruleid: python/crypto/empty-key
    algorithms.AES(empty)

    # ok: python/crypto/empty-key
    AES.new(key, AES.MODE_GCM)
    # ok: python/crypto/empty-key
    hmac.new(key, data, "sha256")
    # ok: python/crypto/empty-key
    algorithms.AES(key)
