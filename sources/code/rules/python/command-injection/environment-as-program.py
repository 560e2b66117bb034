import os
import subprocess


def trimmed(text):
    return text.strip()


def show():
    # ruleid: python/command-injection/environment-as-program
    subprocess.run([os.environ["TOOL"], "--version"], check=True)


def find():
    value = os.environ["TOOL"]
    # ruleid: python/command-injection/environment-as-program
    os.execl(value, "tool")


def listing():
    # ruleid: python/command-injection/environment-as-program
    subprocess.Popen(trimmed(os.environ["TOOL"]))


def update():
    # ok: python/command-injection/environment-as-program
    subprocess.run(["reports", "--version"], check=True)


def remove():
    value = "reports"
    # ok: python/command-injection/environment-as-program
    os.execl(value, "tool")


def check():
    value = os.environ["TOOL"]
    # ok: python/command-injection/environment-as-program
    subprocess.run(["git", value], check=True)


def load():
    value = os.environ["TOOL"]
    if value in ("git", "hg"):
        # ok: python/command-injection/environment-as-program
        subprocess.run([value, "status"], check=True)
