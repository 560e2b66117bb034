import sqlite3

from flask import Flask, request

app = Flask(__name__)
database = sqlite3.connect("app.db")


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/sql-injection/request-in-query
    database.execute("SELECT * FROM users WHERE name = '" + request.args["name"] + "'")


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/sql-injection/request-in-query
    database.cursor().execute(f"SELECT * FROM users WHERE name = '{value}'")


@app.get("/listing")
def listing():
    # ruleid: python/sql-injection/request-in-query
    database.executescript("DELETE FROM users WHERE name = '%s'" % trimmed(request.cookies.get("name")))


@app.get("/update")
def update():
    value = request.headers["X-Name"]
    # ruleid: python/sql-injection/request-in-query
    database.execute("SELECT * FROM users WHERE name = 'value'".format(value))


@app.get("/remove")
def remove():
    # ok: python/sql-injection/request-in-query
    database.execute("SELECT * FROM users WHERE name = '" + "reports" + "'")


@app.get("/check")
def check():
    value = "reports"
    # ok: python/sql-injection/request-in-query
    database.cursor().execute(f"SELECT * FROM users WHERE name = '{value}'")


@app.get("/load")
def load():
    value = int(request.args["name"])
    # ok: python/sql-injection/request-in-query
    database.execute("SELECT * FROM users WHERE name = '" + value + "'")


@app.get("/save")
def save():
    value = request.headers["X-Name"]
    # ok: python/sql-injection/request-in-query
    database.execute("SELECT * FROM users WHERE name = ?", (value,))


@app.get("/export")
def export():
    value = request.args["name"]
    if value in ("name", "age"):
        # ok: python/sql-injection/request-in-query
        database.execute("SELECT * FROM users ORDER BY " + value)
