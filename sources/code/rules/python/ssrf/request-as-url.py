import httpx
import urllib.request

from flask import Flask, request
import requests

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/ssrf/request-as-url
    requests.get(request.args["name"], timeout=5)


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/ssrf/request-as-url
    urllib.request.urlopen("http://" + value + "/status")


@app.get("/listing")
def listing():
    # ruleid: python/ssrf/request-as-url
    httpx.post(f"https://{trimmed(request.cookies.get("name"))}.example.org/")


@app.get("/update")
def update():
    # ok: python/ssrf/request-as-url
    requests.get("reports", timeout=5)


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/ssrf/request-as-url
    urllib.request.urlopen("http://" + value + "/status")


@app.get("/check")
def check():
    value = str(int(request.args["name"]))
    # ok: python/ssrf/request-as-url
    requests.get(value, timeout=5)


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/ssrf/request-as-url
    requests.get("https://api.example.org/find", params={"name": value}, timeout=5)


@app.get("/save")
def save():
    value = request.values["name"]
    # ok: python/ssrf/request-as-url
    requests.get("https://api.example.org/users/" + value, timeout=5)


@app.get("/export")
def export():
    value = request.args["name"]
    if value in ("https://a.example.org/", "https://b.example.org/"):
        # ok: python/ssrf/request-as-url
        requests.get(value, timeout=5)
