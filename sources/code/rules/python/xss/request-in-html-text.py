import html

from flask import Flask, request

from site_tools import send

app = Flask(__name__)


@app.get("/a")
def added():
    # ruleid: python/xss/request-in-html-text
    send("<p>" + request.args["name"])


@app.get("/b")
def formatted():
    name = request.args["name"]
    # ruleid: python/xss/request-in-html-text
    send("<a href='{}'>x</a>".format(name))


@app.get("/c")
def percent():
    # ruleid: python/xss/request-in-html-text
    page = "<h1>%s</h1>" % request.form["title"]
    send(page)


@app.get("/d")
def fixed():
    # ok: python/xss/request-in-html-text
    send("<p>" + "nobody")


@app.get("/e")
def escaped():
    name = html.escape(request.args["name"])
    # ok: python/xss/request-in-html-text
    send("<p>" + name)


@app.get("/f")
def no_html():
    # ok: python/xss/request-in-html-text
    send("name: " + request.args["name"])
