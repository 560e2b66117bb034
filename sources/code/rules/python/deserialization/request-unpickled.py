import base64
import json
import marshal
import pickle

from flask import Flask, request

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/deserialization/request-unpickled
    pickle.loads(request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/deserialization/request-unpickled
    pickle.loads(base64.urlsafe_b64decode(value))


@app.get("/listing")
def listing():
    # ruleid: python/deserialization/request-unpickled
    marshal.loads(trimmed(request.cookies.get("name")).encode())


@app.get("/update")
def update():
    # ok: python/deserialization/request-unpickled
    pickle.loads(b"...")


@app.get("/remove")
def remove():
    value = b"..."
    # ok: python/deserialization/request-unpickled
    pickle.loads(base64.urlsafe_b64decode(value))


@app.get("/check")
def check():
    value = request.cookies.get("name")
    # ok: python/deserialization/request-unpickled
    json.loads(value)
