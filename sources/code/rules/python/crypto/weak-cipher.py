from Crypto.Cipher import AES, ARC4, DES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def ciphers(key, nonce):
    # ruleid: python/crypto/weak-cipher
    DES.new(key, DES.MODE_CBC, nonce)
    # ruleid: python/crypto/weak-cipher
    ARC4.new(key)
    # ruleid: python/crypto/weak-cipher
    Cipher(algorithms.Blowfish(key), modes.CBC(nonce))
    # ruleid: python/crypto/weak-cipher
    old = algorithms.IDEA(key)

    # ok: python/crypto/weak-cipher
    AES.new(key, AES.MODE_GCM, nonce)
    # ok: python/crypto/weak-cipher
    Cipher(algorithms.AES(key), modes.GCM(nonce))
    # ok: python/crypto/weak-cipher
    good = algorithms.ChaCha20(key, nonce)
    return old, good
