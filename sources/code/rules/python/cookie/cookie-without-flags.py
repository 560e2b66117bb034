from flask import make_response


def sign_in(token):
    response = make_response("")
    # ruleid: python/cookie/cookie-without-flags
    response.set_cookie("session", token)
    # ruleid: python/cookie/cookie-without-flags
    response.set_cookie("session", token, secure=False, httponly=True)
    off = False
    # ruleid: python/cookie/cookie-without-flags
    response.set_cookie("session", token, secure=True, httponly=off)

    # ok: python/cookie/cookie-without-flags
    response.set_cookie("session", token, secure=True, httponly=True, samesite="Lax")
    # ok: python/cookie/cookie-without-flags
    response.set_cookie("session", token, httponly=True, secure=True)
    # ok: python/cookie/cookie-without-flags
    response.delete_cookie("session")
