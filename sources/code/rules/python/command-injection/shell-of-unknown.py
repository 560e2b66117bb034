import os
import shlex
import subprocess

from settings import tool


def build(targets):
    # ruleid: python/command-injection/shell-of-unknown
    os.system("make " + " ".join(targets))
    command = tool + " --check"
    # ruleid: python/command-injection/shell-of-unknown
    subprocess.check_call(command, shell=True)
    # ruleid: python/command-injection/shell-of-unknown
    return subprocess.getoutput("%s --version" % tool)


def fixed(arguments):
    # ok: python/command-injection/shell-of-unknown
    os.system("uptime")
    command = "df -h"
    # ok: python/command-injection/shell-of-unknown
    subprocess.run(command, shell=True, check=True)
    # ok: python/command-injection/shell-of-unknown
    subprocess.run(shlex.join(arguments), shell=True, check=True)
    # ok: python/command-injection/shell-of-unknown
    subprocess.run([tool, "--check"], check=True)
