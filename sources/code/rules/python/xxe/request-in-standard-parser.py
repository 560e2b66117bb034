from xml.dom import minidom
import xml.etree.ElementTree as ET
import xml.sax

from flask import Flask, request
import defusedxml.ElementTree

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/xxe/request-in-standard-parser
    ET.fromstring(request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/xxe/request-in-standard-parser
    minidom.parseString(value)


@app.get("/listing")
def listing():
    # ruleid: python/xxe/request-in-standard-parser
    xml.sax.parseString(trimmed(request.cookies.get("name")), None)


@app.get("/update")
def update():
    # ok: python/xxe/request-in-standard-parser
    ET.fromstring("<a/>")


@app.get("/remove")
def remove():
    value = "<a/>"
    # ok: python/xxe/request-in-standard-parser
    minidom.parseString(value)


@app.get("/check")
def check():
    value = request.cookies.get("name")
    # ok: python/xxe/request-in-standard-parser
    defusedxml.ElementTree.fromstring(value)
