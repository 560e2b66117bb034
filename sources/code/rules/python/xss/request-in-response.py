import html

from flask import Flask, Response, jsonify, make_response, render_template, request
from markupsafe import Markup, escape

app = Flask(__name__)


@app.get("/direct")
def direct():
    # ruleid: python/xss/request-in-response
    return "<h1>Hello " + request.args["name"] + "</h1>"


@app.get("/variable")
def variable():
    name = request.form.get("name", "")
    page = f"<p>{name}</p>"
    # ruleid: python/xss/request-in-response
    return page


@app.get("/made")
def made():
    # ruleid: python/xss/request-in-response
    return make_response("<p>%s</p>" % request.cookies["name"])


@app.get("/response")
def response():
    body = request.headers["X-Name"]
    # ruleid: python/xss/request-in-response
    return Response(body, status=404)


@app.get("/marked")
def marked():
    # ruleid: python/xss/request-in-response
    value = Markup("<b>" + request.args["b"] + "</b>")
    return render_template("page.html", value=value)


@app.get("/fixed")
def fixed():
    name = "nobody"
    # ok: python/xss/request-in-response
    return "<p>" + name + "</p>"


@app.get("/escaped")
def escaped():
    # ok: python/xss/request-in-response
    return "<p>" + escape(request.args["name"]) + "</p>"


@app.get("/html")
def by_html():
    name = html.escape(request.args["name"])
    # ok: python/xss/request-in-response
    return f"<p>{name}</p>"


@app.get("/template")
def template():
    # ok: python/xss/request-in-response
    return render_template("page.html", name=request.args["name"])


@app.get("/json")
def as_json():
    # ok: python/xss/request-in-response
    return jsonify(name=request.args["name"])


@app.get("/plain")
def plain():
    # ok: python/xss/request-in-response
    return Response(request.args["name"], mimetype="text/plain")


@app.get("/known")
def known():
    color = request.args["color"]
    if color not in ("red", "green"):
        color = "red"
    # ok: python/xss/request-in-response
    return "<p class=" + color + ">"
