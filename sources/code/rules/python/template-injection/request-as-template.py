from flask import Flask, request
from flask import render_template_string
from jinja2 import Environment, Template

app = Flask(__name__)
environment = Environment(autoescape=True)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/template-injection/request-as-template
    render_template_string("<p>" + request.args["name"] + "</p>")


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/template-injection/request-as-template
    Template(value).render()


@app.get("/listing")
def listing():
    # ruleid: python/template-injection/request-as-template
    environment.from_string(f"Hello {trimmed(request.cookies.get("name"))}")


@app.get("/update")
def update():
    # ok: python/template-injection/request-as-template
    render_template_string("<p>" + "reports" + "</p>")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/template-injection/request-as-template
    Template(value).render()


@app.get("/check")
def check():
    value = str(int(request.args["name"]))
    # ok: python/template-injection/request-as-template
    render_template_string("<p>" + value + "</p>")


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/template-injection/request-as-template
    render_template_string("<p>{{ name }}</p>", name=value)


@app.get("/save")
def save():
    value = request.args["name"]
    if value in ("{{ a }}", "{{ b }}"):
        # ok: python/template-injection/request-as-template
        render_template_string(value)
