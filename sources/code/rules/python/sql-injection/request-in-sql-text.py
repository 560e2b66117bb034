from flask import Flask, request
from store import run_query

app = Flask(__name__)


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/sql-injection/request-in-sql-text
    run_query("SELECT * FROM users WHERE name = '" + request.args["name"] + "'")


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/sql-injection/request-in-sql-text
    query = "DELETE FROM users WHERE name = '%s'" % value


@app.get("/listing")
def listing():
    # ruleid: python/sql-injection/request-in-sql-text
    query = f"UPDATE users SET name = '{trimmed(request.cookies.get("name"))}'"


@app.get("/update")
def update():
    # ok: python/sql-injection/request-in-sql-text
    run_query("SELECT * FROM users WHERE name = '" + "reports" + "'")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/sql-injection/request-in-sql-text
    query = "DELETE FROM users WHERE name = '%s'" % value


@app.get("/check")
def check():
    value = int(request.args["name"])
    # ok: python/sql-injection/request-in-sql-text
    run_query("SELECT * FROM users WHERE name = '" + value + "'")


@app.get("/load")
def load():
    value = request.headers["X-Name"]
    # ok: python/sql-injection/request-in-sql-text
    run_query("SELECT * FROM users WHERE name = ?", value)


@app.get("/save")
def save():
    value = request.values["name"]
    # ok: python/sql-injection/request-in-sql-text
    print("SELECT * FROM users WHERE name = " + value)
