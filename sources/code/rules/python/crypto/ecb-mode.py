from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def ciphers(key, nonce):
    # ruleid: python/crypto/ecb-mode
    AES.new(key, AES.MODE_ECB)
    # ruleid: python/crypto/ecb-mode
    Cipher(algorithms.AES(key), modes.ECB())
    # ruleid: python/crypto/ecb-mode
    mode = modes.ECB()
    Cipher(algorithms.AES(key), mode)

    # ok: python/crypto/ecb-mode
    AES.new(key, AES.MODE_GCM, nonce)
    # ok: python/crypto/ecb-mode
    Cipher(algorithms.AES(key), modes.GCM(nonce))
    # ok: python/crypto/ecb-mode
    good = modes.CTR(nonce)
    return good
