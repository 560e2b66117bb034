import hmac
import os

from Crypto.Cipher import AES
from cryptography.fernet import Fernet


def keys(data):
    # ruleid: python/crypto/key-in-code
    AES.new(b"sixteen byte key", AES.MODE_GCM)
    # ruleid: python/crypto/key-in-code
    hmac.new("hush-hush-hush".encode(), data, "sha256")
    key = b"another sixteen!"
    # ruleid: python/crypto/key-in-code
    AES.new(key, AES.MODE_GCM)

    # ok: python/crypto/key-in-code
    AES.new(os.environ["KEY"].encode(), AES.MODE_GCM)
    # ok: python/crypto/key-in-code
    Fernet(Fernet.generate_key())
    good = os.urandom(32)
    # ok: python/crypto/key-in-code
    hmac.new(good, data, "sha256")
