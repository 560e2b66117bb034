import os
import subprocess


def run(command):
    # ruleid: python/command-injection/parameter-as-program
    subprocess.run(command, check=True)


def version(tool):
    program = tool.strip()
    # ruleid: python/command-injection/parameter-as-program
    return subprocess.check_output([program, "--version"])


def replace(program, arguments):
    # ruleid: python/command-injection/parameter-as-program
    os.execv(program, arguments)


def log(path):
    # ok: python/command-injection/parameter-as-program
    subprocess.run(["git", "log", path], check=True)


def status(tool):
    if tool in ("git", "hg"):
        # ok: python/command-injection/parameter-as-program
        subprocess.run([tool, "status"], check=True)


def fixed():
    program = "uptime"
    # ok: python/command-injection/parameter-as-program
    subprocess.run([program], check=True)
