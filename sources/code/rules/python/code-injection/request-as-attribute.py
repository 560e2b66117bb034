from flask import Flask, request
import settings

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/code-injection/request-as-attribute
    getattr(settings, request.args["name"])()


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/code-injection/request-as-attribute
    globals()["export_" + value]()


@app.get("/listing")
def listing():
    # ruleid: python/code-injection/request-as-attribute
    setattr(settings, trimmed(request.cookies.get("name")), 1)


@app.get("/update")
def update():
    # ok: python/code-injection/request-as-attribute
    getattr(settings, "reports")()


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/code-injection/request-as-attribute
    globals()["export_" + value]()


@app.get("/check")
def check():
    value = "page%d" % int(request.args["name"])
    # ok: python/code-injection/request-as-attribute
    getattr(settings, value)()


@app.get("/load")
def load():
    value = request.args["name"]
    if value in ("show", "hide"):
        # ok: python/code-injection/request-as-attribute
        getattr(settings, value)()
