import os
import subprocess
import sys

from settings import tool


def check(files):
    # ruleid: python/command-injection/program-of-unknown
    subprocess.run([tool, *files], check=True)
    program = os.path.join(tool, "bin", "check")
    # ruleid: python/command-injection/program-of-unknown
    subprocess.check_output(program)
    # ruleid: python/command-injection/program-of-unknown
    subprocess.Popen(["/bin/sh", "-c", "check " + tool])
    # ruleid: python/command-injection/program-of-unknown
    os.execvp(tool, files)


def fixed(files):
    # ok: python/command-injection/program-of-unknown
    subprocess.run(["git", "add", *files], check=True)
    program = "uptime"
    # ok: python/command-injection/program-of-unknown
    subprocess.run([program], check=True)
    # ok: python/command-injection/program-of-unknown
    subprocess.run([sys.executable, "-m", "pip", "list"], check=True)
