import os

from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def encrypt(key):
    # ruleid: python/crypto/fixed-nonce
    AES.new(key, AES.MODE_CBC, b"0123456789abcdef")
    # ruleid: python/crypto/fixed-nonce
    Cipher(algorithms.AES(key), modes.GCM(b"\x00" * 12))
    nonce = b"0123456789ab"
    # ruleid: python/crypto/fixed-nonce
    AES.new(key, AES.MODE_GCM, nonce=nonce)

    # ok: python/crypto/fixed-nonce
    AES.new(key, AES.MODE_CBC, os.urandom(16))
    good = os.urandom(12)
    # ok: python/crypto/fixed-nonce
    Cipher(algorithms.AES(key), modes.GCM(good))
    # ok: python/crypto/fixed-nonce
    AES.new(key, AES.MODE_GCM)
