import jwt


def read(token, key):
    # ruleid: python/jwt/token-not-verified
    jwt.decode(token, verify=False)
    # ruleid: python/jwt/token-not-verified
    jwt.decode(token, key, options={"verify_signature": False})
    options = {"verify_signature": False, "verify_exp": True}
    # ruleid: python/jwt/token-not-verified
    jwt.decode(token, key, options=options)

    # ok: python/jwt/token-not-verified
    jwt.decode(token, key, algorithms=["HS256"])
    good = {"verify_signature": True}
    # ok: python/jwt/token-not-verified
    jwt.decode(token, key, algorithms=["HS256"], options=good)
    # ok: python/jwt/token-not-verified
    jwt.get_unverified_header(token)
