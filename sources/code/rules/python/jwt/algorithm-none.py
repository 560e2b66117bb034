import jwt


def make(claims, key, token):
    # ruleid: python/jwt/algorithm-none
    jwt.encode(claims, None, algorithm="none")
    # ruleid: python/jwt/algorithm-none
    jwt.decode(token, key, algorithms=["HS256", "none"])
    kind = "none"
    # ruleid: python/jwt/algorithm-none
    jwt.encode(claims, key, algorithm=kind)

    # ok: python/jwt/algorithm-none
    jwt.encode(claims, key, algorithm="HS256")
    # ok: python/jwt/algorithm-none
    jwt.decode(token, key, algorithms=["RS256"])
    good = "EdDSA"
    # ok: python/jwt/algorithm-none
    jwt.encode(claims, key, algorithm=good)
