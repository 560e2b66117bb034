import os
import shlex
import subprocess


def ping(host):
    # ruleid: python/command-injection/parameter-in-shell
    os.system("ping -c 1 " + host)


def trace(host):
    command = f"traceroute {host}"
    # ruleid: python/command-injection/parameter-in-shell
    subprocess.run(command, shell=True, check=True)


def listing(folder, depth=1):
    # ruleid: python/command-injection/parameter-in-shell
    return os.popen("ls {}".format(folder)).read()


def quoted(host):
    # ok: python/command-injection/parameter-in-shell
    os.system("ping -c 1 " + shlex.quote(host))


def counted(times):
    count = int(times)
    # ok: python/command-injection/parameter-in-shell
    os.system(f"ping -c {count} localhost")


def listed(host):
    # ok: python/command-injection/parameter-in-shell
    subprocess.run(["ping", "-c", "1", host], check=True)


def known(host):
    if host not in ("alpha", "beta"):
        raise ValueError(host)
    # ok: python/command-injection/parameter-in-shell
    os.system("ping -c 1 " + host)
