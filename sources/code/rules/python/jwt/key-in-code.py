import os

import jwt


def make(claims, token):
    # ruleid: python/jwt/key-in-code
    jwt.encode(claims, "hush", algorithm="HS256")
    key = "do-not-tell"
    # ruleid: python/jwt/key-in-code
    jwt.encode(claims, key, algorithm="HS256")
    # ruleid: python/jwt/key-in-code
    jwt.decode(token, "hush", algorithms=["HS256"])

    # ok: python/jwt/key-in-code
    jwt.encode(claims, os.environ["KEY"], algorithm="HS256")
    good = os.environ["KEY"]
    # ok: python/jwt/key-in-code
    jwt.decode(token, good, algorithms=["HS256"])
    # ok: python/jwt/key-in-code
    jwt.encode(claims, make_key(), algorithm="HS256")


def make_key():
    return os.urandom(32)
