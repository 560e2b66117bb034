import importlib

from flask import Flask, request
import runpy

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/code-injection/request-as-import
    importlib.import_module(request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/code-injection/request-as-import
    __import__("plugins." + value)


@app.get("/listing")
def listing():
    # ruleid: python/code-injection/request-as-import
    runpy.run_path(trimmed(request.cookies.get("name")))


@app.get("/update")
def update():
    # ok: python/code-injection/request-as-import
    importlib.import_module("reports")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/code-injection/request-as-import
    __import__("plugins." + value)


@app.get("/check")
def check():
    value = "plugin%d" % int(request.args["name"])
    # ok: python/code-injection/request-as-import
    importlib.import_module(value)


@app.get("/load")
def load():
    value = request.args["name"]
    if value in ("csv", "json"):
        # ok: python/code-injection/request-as-import
        importlib.import_module(value)
