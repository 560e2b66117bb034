import jwt


def make(user, key):
    # ruleid: python/jwt/password-in-token
    jwt.encode({"id": user.id, "password": user.password}, key)
    claims = {"name": user.name, "client_secret": user.secret}
    # ruleid: python/jwt/password-in-token
    jwt.encode(claims, key, algorithm="HS256")
    # ruleid: python/jwt/password-in-token
    jwt.encode({"ssn": user.ssn}, key)

    # ok: python/jwt/password-in-token
    jwt.encode({"id": user.id}, key)
    good = {"name": user.name}
    # ok: python/jwt/password-in-token
    jwt.encode(good, key, algorithm="HS256")
    # ok: python/jwt/password-in-token
    other = {"password": user.password}
    return other
