from pathlib import Path
import os

from flask import Flask, request
from werkzeug.utils import secure_filename

app = Flask(__name__)
FOLDER = "/srv/files/"


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/path-traversal/request-as-path
    open(FOLDER + request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/path-traversal/request-as-path
    os.remove(os.path.join(FOLDER, value))


@app.get("/listing")
def listing():
    # ruleid: python/path-traversal/request-as-path
    Path(FOLDER, trimmed(request.cookies.get("name"))).read_text()


@app.get("/update")
def update():
    value = request.headers["X-Name"]
    # ruleid: python/path-traversal/request-as-path
    os.listdir(f"/srv/{value}")


@app.get("/remove")
def remove():
    # ok: python/path-traversal/request-as-path
    open(FOLDER + "reports")


@app.get("/check")
def check():
    value = "reports"
    # ok: python/path-traversal/request-as-path
    os.remove(os.path.join(FOLDER, value))


@app.get("/load")
def load():
    value = secure_filename(request.args["name"])
    # ok: python/path-traversal/request-as-path
    open(FOLDER + value)


@app.get("/save")
def save():
    value = os.path.basename(request.form.get("name", ""))
    # ok: python/path-traversal/request-as-path
    os.remove(os.path.join(FOLDER, value))


@app.get("/export")
def export():
    value = request.args["name"]
    path = os.path.realpath(FOLDER + value)
    if path.startswith(FOLDER):
        # ok: python/path-traversal/request-as-path
        open(path)


@app.get("/preview")
def preview():
    value = request.args["name"]
    if value in ["a.txt", "b.txt"]:
        # ok: python/path-traversal/request-as-path
        open(FOLDER + value)
