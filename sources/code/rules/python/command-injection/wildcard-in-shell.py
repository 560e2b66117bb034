import os
import subprocess


def pack():
    # ruleid: python/command-injection/wildcard-in-shell
    os.system("tar cf /backup/all.tar *")
    command = "chown www-data *"
    # ruleid: python/command-injection/wildcard-in-shell
    subprocess.call(command, shell=True)
    # ruleid: python/command-injection/wildcard-in-shell
    os.popen("rsync -a * backup:/srv")

    # ok: python/command-injection/wildcard-in-shell
    os.system("tar cf /backup/all.tar -- *")
    # ok: python/command-injection/wildcard-in-shell
    os.system("ls *")
    command = "chown www-data ./*"
    # ok: python/command-injection/wildcard-in-shell
    subprocess.call(command, shell=True)
