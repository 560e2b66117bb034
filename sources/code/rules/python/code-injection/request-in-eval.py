from flask import Flask, request
import ast

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/code-injection/request-in-eval
    eval(request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/code-injection/request-in-eval
    exec("result = " + value)


@app.get("/listing")
def listing():
    # ruleid: python/code-injection/request-in-eval
    eval(compile(trimmed(request.cookies.get("name")), "<name>", "eval"))


@app.get("/update")
def update():
    # ok: python/code-injection/request-in-eval
    eval("reports")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/code-injection/request-in-eval
    exec("result = " + value)


@app.get("/check")
def check():
    value = int(request.args["name"])
    # ok: python/code-injection/request-in-eval
    eval(value)


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/code-injection/request-in-eval
    ast.literal_eval(value)


@app.get("/save")
def save():
    value = request.args["name"]
    if value.isdigit():
        # ok: python/code-injection/request-in-eval
        eval(value)
