import os
import shlex
import subprocess

from flask import Flask, request

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/command-injection/request-in-shell
    os.system("ping -c 1 " + request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/command-injection/request-in-shell
    subprocess.run(f"traceroute {value}", shell=True, check=True)


@app.get("/listing")
def listing():
    # ruleid: python/command-injection/request-in-shell
    os.popen("nslookup %s" % trimmed(request.cookies.get("name"))).read()


@app.get("/update")
def update():
    value = request.headers["X-Name"]
    # ruleid: python/command-injection/request-in-shell
    subprocess.Popen(["/bin/sh", "-c", "ls " + value])


@app.get("/remove")
def remove():
    # ok: python/command-injection/request-in-shell
    os.system("ping -c 1 " + "reports")


@app.get("/check")
def check():
    value = "reports"
    # ok: python/command-injection/request-in-shell
    subprocess.run(f"traceroute {value}", shell=True, check=True)


@app.get("/load")
def load():
    value = shlex.quote(request.args["name"])
    # ok: python/command-injection/request-in-shell
    os.system("ping -c 1 " + value)


@app.get("/save")
def save():
    value = int(request.form.get("name", ""))
    # ok: python/command-injection/request-in-shell
    subprocess.run(f"traceroute {value}", shell=True, check=True)


@app.get("/export")
def export():
    value = request.values["name"]
    # ok: python/command-injection/request-in-shell
    subprocess.run(["ping", "-c", "1", value], check=True)


@app.get("/preview")
def preview():
    value = request.args["name"]
    if value in ["alpha", "beta"]:
        # ok: python/command-injection/request-in-shell
        os.system("ping -c 1 " + value)
