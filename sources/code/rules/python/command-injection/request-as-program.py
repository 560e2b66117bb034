import os
import subprocess

from flask import Flask, request

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/command-injection/request-as-program
    subprocess.run([request.args["name"], "--version"], check=True)


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/command-injection/request-as-program
    os.execvp(value, ["tool"])


@app.get("/listing")
def listing():
    # ruleid: python/command-injection/request-as-program
    os.spawnlp(os.P_WAIT, trimmed(request.cookies.get("name")), "tool")


@app.get("/update")
def update():
    value = request.headers["X-Name"]
    # ruleid: python/command-injection/request-as-program
    subprocess.check_output(value)


@app.get("/remove")
def remove():
    # ok: python/command-injection/request-as-program
    subprocess.run(["reports", "--version"], check=True)


@app.get("/check")
def check():
    value = "reports"
    # ok: python/command-injection/request-as-program
    os.execvp(value, ["tool"])


@app.get("/load")
def load():
    value = str(int(request.args["name"]))
    # ok: python/command-injection/request-as-program
    subprocess.run([value, "--version"], check=True)


@app.get("/save")
def save():
    value = request.headers["X-Name"]
    # ok: python/command-injection/request-as-program
    subprocess.run(["git", "log", value], check=True)


@app.get("/export")
def export():
    value = request.args["name"]
    if value in ("git", "hg"):
        # ok: python/command-injection/request-as-program
        subprocess.run([value, "status"], check=True)
