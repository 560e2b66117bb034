import os
import stat


def make(path):
    # ruleid: python/permissions/open-to-all
    os.chmod(path, 0o777)
    mode = 0o666
    # ruleid: python/permissions/open-to-all
    os.chmod(path, mode)
    # ruleid: python/permissions/open-to-all
    os.chmod(path, stat.S_IRWXU | stat.S_IRWXO)
    # ruleid: python/permissions/open-to-all
    os.open(path, os.O_CREAT, 0o622)

    # ok: python/permissions/open-to-all
    os.chmod(path, 0o600)
    good = 0o700
    # ok: python/permissions/open-to-all
    os.makedirs(path, good)
    # ok: python/permissions/open-to-all
    os.chmod(path, stat.S_IRUSR)
