import re

from flask import Flask, request

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/regex/request-as-pattern
    re.search(request.args["name"], "some text")


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/regex/request-as-pattern
    re.compile("^" + value)


@app.get("/listing")
def listing():
    # ruleid: python/regex/request-as-pattern
    re.sub(trimmed(request.cookies.get("name")), "", "some text")


@app.get("/update")
def update():
    # ok: python/regex/request-as-pattern
    re.search("reports", "some text")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/regex/request-as-pattern
    re.compile("^" + value)


@app.get("/check")
def check():
    value = re.escape(request.args["name"])
    # ok: python/regex/request-as-pattern
    re.search(value, "some text")


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/regex/request-as-pattern
    re.search("^[a-z]+$", value)
