import logging

from flask import Flask, request

app = Flask(__name__)
log = logging.getLogger(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/log-injection/request-in-log
    logging.info("asked for " + request.args["name"])


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/log-injection/request-in-log
    log.warning("asked for %s", value)


@app.get("/listing")
def listing():
    # ruleid: python/log-injection/request-in-log
    log.error(f"no such name: {trimmed(request.cookies.get("name"))}")


@app.get("/update")
def update():
    # ok: python/log-injection/request-in-log
    logging.info("asked for " + "reports")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/log-injection/request-in-log
    log.warning("asked for %s", value)


@app.get("/check")
def check():
    value = request.args["name"].replace("
", "").replace("\r", "")
    # ok: python/log-injection/request-in-log
    logging.info("asked for " + value)


@app.get("/load")
def load():
    value = repr(request.form.get("name", ""))
    # ok: python/log-injection/request-in-log
    log.warning("asked for %s", value)


@app.get("/save")
def save():
    # ok: python/log-injection/request-in-log
    log.info("asked for a name")
