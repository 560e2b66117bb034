from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def ciphers(key, nonce):
    # ruleid: python/crypto/cipher-without-authentication
    AES.new(key, AES.MODE_CTR, nonce=nonce)
    # ruleid: python/crypto/cipher-without-authentication
    Cipher(algorithms.AES(key), modes.CTR(nonce))
    algorithm = algorithms.AES(key)
    # ruleid: python/crypto/cipher-without-authentication
    Cipher(algorithm, modes.CFB(nonce))

    # ok: python/crypto/cipher-without-authentication
    AES.new(key, AES.MODE_GCM, nonce)
    # ok: python/crypto/cipher-without-authentication
    Cipher(algorithms.AES(key), modes.GCM(nonce))
    good = AES.MODE_EAX
    # ok: python/crypto/cipher-without-authentication
    AES.new(key, good, nonce)
