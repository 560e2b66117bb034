from Crypto.PublicKey import RSA
from cryptography.hazmat.primitives.asymmetric import dsa, ec, rsa


def keys():
    # ruleid: python/crypto/short-key
    rsa.generate_private_key(public_exponent=65537, key_size=1024)
    # ruleid: python/crypto/short-key
    RSA.generate(512)
    bits = 1024
    # ruleid: python/crypto/short-key
    dsa.generate_private_key(key_size=bits)
    # ruleid: python/crypto/short-key
    ec.generate_private_key(ec.SECP192R1())

    # ok: python/crypto/short-key
    rsa.generate_private_key(public_exponent=65537, key_size=3072)
    # ok: python/crypto/short-key
    RSA.generate(4096)
    good = 3072
    # ok: python/crypto/short-key
    dsa.generate_private_key(key_size=good)
    # ok: python/crypto/short-key
    ec.generate_private_key(ec.SECP256R1())
