from urllib.parse import quote
import urllib.request

from flask import Flask, request
import requests

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/ssrf/request-in-url
    requests.get("https://api.example.org/users/" + request.args["name"], timeout=5)


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/ssrf/request-in-url
    urllib.request.urlopen(f"https://api.example.org/{value}")


@app.get("/listing")
def listing():
    # ruleid: python/ssrf/request-in-url
    requests.post("https://api.example.org/trimmed(request.cookies.get("name"))/x".format(trimmed(request.cookies.get("name"))), timeout=5)


@app.get("/update")
def update():
    # ok: python/ssrf/request-in-url
    requests.get("https://api.example.org/users/" + "reports", timeout=5)


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/ssrf/request-in-url
    urllib.request.urlopen(f"https://api.example.org/{value}")


@app.get("/check")
def check():
    value = quote(request.args["name"])
    # ok: python/ssrf/request-in-url
    requests.get("https://api.example.org/users/" + value, timeout=5)


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/ssrf/request-in-url
    requests.get("https://api.example.org/find", params={"name": value}, timeout=5)
