from flask import Flask, request
from lxml import etree

app = Flask(__name__)
root = etree.parse("users.xml").getroot()


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/xpath-injection/request-in-path
    root.xpath("//user[@name='" + request.args["name"] + "']")


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/xpath-injection/request-in-path
    root.findall(f".//user[@name='{value}']")


@app.get("/listing")
def listing():
    # ruleid: python/xpath-injection/request-in-path
    etree.XPath("//user[@name='%s']" % trimmed(request.cookies.get("name")))


@app.get("/update")
def update():
    # ok: python/xpath-injection/request-in-path
    root.xpath("//user[@name='" + "reports" + "']")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/xpath-injection/request-in-path
    root.findall(f".//user[@name='{value}']")


@app.get("/check")
def check():
    value = int(request.args["name"])
    # ok: python/xpath-injection/request-in-path
    root.xpath("//user[@name='" + value + "']")


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/xpath-injection/request-in-path
    root.xpath("//user[@name=$name]", name=value)


@app.get("/save")
def save():
    value = request.args["name"]
    if value.isalnum():
        # ok: python/xpath-injection/request-in-path
        root.xpath("//user[@name='" + value + "']")
