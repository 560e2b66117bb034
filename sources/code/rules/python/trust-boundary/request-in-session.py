from flask import Flask, request
from flask import session

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/trust-boundary/request-in-session
    session["role"] = request.args["name"]


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/trust-boundary/request-in-session
    session[value] = "1"


@app.get("/listing")
def listing():
    # ruleid: python/trust-boundary/request-in-session
    session["color"] = "c-" + trimmed(request.cookies.get("name"))


@app.get("/update")
def update():
    # ok: python/trust-boundary/request-in-session
    session["role"] = "reports"


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/trust-boundary/request-in-session
    session[value] = "1"


@app.get("/check")
def check():
    value = int(request.args["name"])
    # ok: python/trust-boundary/request-in-session
    session["role"] = value


@app.get("/load")
def load():
    value = request.args["name"]
    if value in ("red", "green"):
        # ok: python/trust-boundary/request-in-session
        session["color"] = value
