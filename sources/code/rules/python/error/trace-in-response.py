import logging
import traceback

from flask import Flask, jsonify, make_response

app = Flask(__name__)


@app.get("/a")
def first():
    try:
        return compute()
    except ValueError:
        # ruleid: python/error/trace-in-response
        return make_response(traceback.format_exc(), 500)


@app.get("/b")
def second():
    try:
        return compute()
    except ValueError:
        trace = traceback.format_exc()
        # ruleid: python/error/trace-in-response
        return jsonify(error=trace)


@app.get("/c")
def third():
    try:
        return compute()
    except ValueError:
        text = "<pre>" + traceback.format_exc() + "</pre>"
        # ruleid: python/error/trace-in-response
        return text


@app.get("/d")
def logged():
    try:
        return compute()
    except ValueError:
        logging.error(traceback.format_exc())
        # ok: python/error/trace-in-response
        return make_response("failed", 500)


@app.get("/e")
def short():
    try:
        return compute()
    except ValueError:
        text = "failed"
        # ok: python/error/trace-in-response
        return jsonify(error=text)


def compute():
    # ok: python/error/trace-in-response
    return jsonify(1)
