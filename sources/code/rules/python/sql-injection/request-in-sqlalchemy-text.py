from flask import Flask, request
from sqlalchemy import text

app = Flask(__name__)
session = app.config["session"]


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/sql-injection/request-in-sqlalchemy-text
    session.execute(text("SELECT * FROM users WHERE name = '" + request.args["name"] + "'"))


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/sql-injection/request-in-sqlalchemy-text
    session.query("users").filter("name = '%s'" % value)


@app.get("/listing")
def listing():
    # ruleid: python/sql-injection/request-in-sqlalchemy-text
    session.query("users").order_by(trimmed(request.cookies.get("name")))


@app.get("/update")
def update():
    # ok: python/sql-injection/request-in-sqlalchemy-text
    session.execute(text("SELECT * FROM users WHERE name = '" + "reports" + "'"))


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/sql-injection/request-in-sqlalchemy-text
    session.query("users").filter("name = '%s'" % value)


@app.get("/check")
def check():
    value = int(request.args["name"])
    # ok: python/sql-injection/request-in-sqlalchemy-text
    session.execute(text("SELECT * FROM users WHERE name = '" + value + "'"))


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/sql-injection/request-in-sqlalchemy-text
    session.execute(text("SELECT * FROM users WHERE name = :name"), {"name": value})


@app.get("/save")
def save():
    value = request.args["name"]
    if value in ("name", "age"):
        # ok: python/sql-injection/request-in-sqlalchemy-text
        session.query("users").order_by(value)
