import os

import ast


def trimmed(text):
    return text.strip()


def show():
    # ruleid: python/code-injection/environment-in-eval
    eval(os.environ["VALUE"])


def find():
    value = os.environ["VALUE"]
    # ruleid: python/code-injection/environment-in-eval
    exec("x = " + value)


def listing():
    # ruleid: python/code-injection/environment-in-eval
    exec(trimmed(os.environ["VALUE"]), trimmed(os.environ["VALUE"]))


def update():
    # ok: python/code-injection/environment-in-eval
    eval("reports")


def remove():
    value = "reports"
    # ok: python/code-injection/environment-in-eval
    exec("x = " + value)


def check():
    value = float(os.environ["VALUE"])
    # ok: python/code-injection/environment-in-eval
    eval(value)


def load():
    value = os.environ["VALUE"]
    # ok: python/code-injection/environment-in-eval
    ast.literal_eval(value)


def save():
    value = os.environ["VALUE"]
    if value in ("a", "b"):
        # ok: python/code-injection/environment-in-eval
        eval(value)
