import os
import subprocess


def dump(user, password, settings):
    # ruleid: python/arguments/secret-as-argument
    subprocess.run(["mysqldump", "--user", user, "--password", password], check=True)
    # ruleid: python/arguments/secret-as-argument
    subprocess.check_call(["curl", "-u", settings.api_key, "https://example.org"])
    # ruleid: python/arguments/secret-as-argument
    os.system(f"tool --token {settings.access_token}")

    # ok: python/arguments/secret-as-argument
    subprocess.run(["mysqldump", "--user", user], env={"MYSQL_PWD": password}, check=True)
    # ok: python/arguments/secret-as-argument
    subprocess.run(["tool"], input=password.encode(), check=True)
    name = user.name
    # ok: python/arguments/secret-as-argument
    subprocess.run(["tool", name], check=True)
