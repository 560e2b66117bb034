import hashlib

from werkzeug.security import generate_password_hash


def register(user, password):
    # ruleid: python/crypto/password-hashed-fast
    user.set_password(hashlib.md5(password.encode()).hexdigest())


def change(user, password):
    digest = hashlib.sha1(password.encode())
    # ruleid: python/crypto/password-hashed-fast
    user.password = digest.hexdigest()


def create(users, name, password):
    # ruleid: python/crypto/password-hashed-fast
    users.create(name=name, password=hashlib.md5(password.encode()).hexdigest())


def good(user, password):
    # ok: python/crypto/password-hashed-fast
    user.password = generate_password_hash(password)


def slow(user, password, salt):
    digest = hashlib.scrypt(password.encode(), salt=salt, n=16384, r=8, p=1)
    # ok: python/crypto/password-hashed-fast
    user.password = digest


def other(file, data):
    # ok: python/crypto/password-hashed-fast
    file.checksum = hashlib.sha256(data).hexdigest()
