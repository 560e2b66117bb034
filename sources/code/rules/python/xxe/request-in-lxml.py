import io

from flask import Flask, request
from lxml import etree

app = Flask(__name__)


@app.post("/a")
def direct():
    # ruleid: python/xxe/request-in-lxml
    etree.fromstring(request.data)


@app.post("/b")
def variable():
    text = request.form["xml"]
    # ruleid: python/xxe/request-in-lxml
    etree.parse(io.StringIO(text))


@app.post("/c")
def parsed():
    parser = etree.XMLParser(resolve_entities=True)
    # ruleid: python/xxe/request-in-lxml
    etree.fromstring(request.get_data(), parser)


@app.post("/d")
def hardened():
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    # ok: python/xxe/request-in-lxml
    etree.fromstring(request.data, parser)


@app.post("/e")
def named():
    parser = etree.XMLParser(resolve_entities=False)
    text = request.form["xml"]
    # ok: python/xxe/request-in-lxml
    etree.fromstring(text, parser=parser)


@app.post("/f")
def fixed():
    text = "<a/>"
    # ok: python/xxe/request-in-lxml
    etree.fromstring(text)
