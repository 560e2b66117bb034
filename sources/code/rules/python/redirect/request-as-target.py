from flask import Flask, request
from flask import redirect, url_for

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/redirect/request-as-target
    return redirect(request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/redirect/request-as-target
    return redirect("https://" + value)


@app.get("/listing")
def listing():
    # ruleid: python/redirect/request-as-target
    return redirect(trimmed(request.cookies.get("name")), 303)


@app.get("/update")
def update():
    # ok: python/redirect/request-as-target
    return redirect("reports")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/redirect/request-as-target
    return redirect("https://" + value)


@app.get("/check")
def check():
    value = url_for(request.args["name"])
    # ok: python/redirect/request-as-target
    return redirect(value)


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/redirect/request-as-target
    return redirect("/users/" + value)


@app.get("/save")
def save():
    value = request.args["name"]
    if value in ("/home", "/help"):
        # ok: python/redirect/request-as-target
        return redirect(value)
