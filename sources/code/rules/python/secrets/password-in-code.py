import os


# ruleid: python/secrets/password-in-code
def connect(database, password="Hq7-rabbit-92"):
    # ruleid: python/secrets/password-in-code
    database.connect(user="app", password="t0p-of-the-hill")
    # ruleid: python/secrets/password-in-code
    api_key = "9f8e7d6c5b4a3f2e1d0c"
    # ruleid: python/secrets/password-in-code
    config = {"secret": "b1ue-m0nday-77"}

    # ok: python/secrets/password-in-code
    database.connect(user="app", password=os.environ["PASSWORD"])
    # ok: python/secrets/password-in-code
    password = "changeme"
    # ok: python/secrets/password-in-code
    password_field = "user[password]"
    return api_key, config, password, password_field
