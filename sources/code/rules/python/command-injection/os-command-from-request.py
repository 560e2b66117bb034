import os
import shlex
import subprocess

from flask import request


def ping():
    # ruleid: python/command-injection/os-command-from-request
    os.system("ping -c 1 " + request.args.get("host"))


def trace():
    host = request.form["host"]
    command = f"traceroute {host}"
    # ruleid: python/command-injection/os-command-from-request
    subprocess.run(command, shell=True, check=True)


def lookup():
    parts = ["nslookup", request.cookies.get("name")]
    # ruleid: python/command-injection/os-command-from-request
    return os.popen(" ".join(parts)).read()


def fixed():
    # ok: python/command-injection/os-command-from-request
    os.system("uptime")


def quoted():
    host = shlex.quote(request.args.get("host"))
    # ok: python/command-injection/os-command-from-request
    os.system("ping -c 1 " + host)


def listed():
    host = request.args.get("host")
    # ok: python/command-injection/os-command-from-request
    subprocess.run(["ping", "-c", "1", host], check=True)
