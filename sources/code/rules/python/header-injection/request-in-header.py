from urllib.parse import quote

from flask import Flask, request
from flask import make_response

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    response = make_response("")
    # ruleid: python/header-injection/request-in-header
    response.headers["X-Name"] = request.args["name"]


@app.get("/find")
def find():
    value = request.form.get("name", "")
    response = make_response("")
    # ruleid: python/header-injection/request-in-header
    response.headers.set("X-Name", "a" + value)


@app.get("/listing")
def listing():
    response = make_response("")
    # ruleid: python/header-injection/request-in-header
    response.headers.add("X-Name", trimmed(request.cookies.get("name")))


@app.get("/update")
def update():
    response = make_response("")
    # ok: python/header-injection/request-in-header
    response.headers["X-Name"] = "reports"


@app.get("/remove")
def remove():
    value = "reports"
    response = make_response("")
    # ok: python/header-injection/request-in-header
    response.headers.set("X-Name", "a" + value)


@app.get("/check")
def check():
    value = quote(request.args["name"])
    response = make_response("")
    # ok: python/header-injection/request-in-header
    response.headers["X-Name"] = value


@app.get("/load")
def load():
    value = request.form.get("name", "").replace("\r", "").replace("
", "")
    response = make_response("")
    # ok: python/header-injection/request-in-header
    response.headers.set("X-Name", "a" + value)
