from flask import Flask, request
import yaml

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/deserialization/request-in-yaml-load
    yaml.load(request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/deserialization/request-in-yaml-load
    yaml.load(value, Loader=yaml.Loader)


@app.get("/listing")
def listing():
    # ruleid: python/deserialization/request-in-yaml-load
    yaml.unsafe_load(trimmed(request.cookies.get("name")))


@app.get("/update")
def update():
    # ok: python/deserialization/request-in-yaml-load
    yaml.load("reports")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/deserialization/request-in-yaml-load
    yaml.load(value, Loader=yaml.Loader)


@app.get("/check")
def check():
    value = request.cookies.get("name")
    # ok: python/deserialization/request-in-yaml-load
    yaml.safe_load(value)


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/deserialization/request-in-yaml-load
    yaml.load(value, Loader=yaml.SafeLoader)
