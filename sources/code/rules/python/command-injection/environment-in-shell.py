import os
import shlex
import subprocess
import sys


def trimmed(text):
    return text.strip()


def show():
    # ruleid: python/command-injection/environment-in-shell
    os.system("cat " + sys.argv[1])


def find():
    value = sys.argv[1]
    # ruleid: python/command-injection/environment-in-shell
    subprocess.call(f"cat {value}", shell=True)


def listing():
    # ruleid: python/command-injection/environment-in-shell
    os.popen("cat " + trimmed(sys.argv[1]))


def update():
    # ok: python/command-injection/environment-in-shell
    os.system("cat " + "reports")


def remove():
    value = "reports"
    # ok: python/command-injection/environment-in-shell
    subprocess.call(f"cat {value}", shell=True)


def check():
    value = shlex.quote(sys.argv[1])
    # ok: python/command-injection/environment-in-shell
    os.system("cat " + value)


def load():
    value = sys.argv[1]
    # ok: python/command-injection/environment-in-shell
    subprocess.run(["cat", value], check=True)


def save():
    value = sys.argv[1]
    if value in ["a.txt", "b.txt"]:
        # ok: python/command-injection/environment-in-shell
        os.system("cat " + value)
