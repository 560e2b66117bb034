import random
import secrets
import string

from flask import make_response


def register(user):
    # ruleid: python/randomness/weak-random
    token = random.randint(100000, 999999)
    letters = [random.choice(string.ascii_letters) for _ in range(12)]
    # ruleid: python/randomness/weak-random
    password = "".join(letters)
    response = make_response("")
    # ruleid: python/randomness/weak-random
    response.set_cookie("remember", str(random.random())[2:])
    return token, password, response


def make_token():
    # ruleid: python/randomness/weak-random
    return "%032x" % random.getrandbits(128)


def good(user):
    # ok: python/randomness/weak-random
    token = secrets.token_hex(16)
    # ok: python/randomness/weak-random
    color = random.choice(["red", "green"])
    generator = random.SystemRandom()
    # ok: python/randomness/weak-random
    password = generator.choice(string.ascii_letters)
    return token, color, password
