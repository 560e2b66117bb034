from flask import request


def one(cursor):
    # ruleid: python/sql-injection/query-from-request
    cursor.execute("SELECT * FROM users WHERE name = '%s'" % request.args["name"])


def two(cursor):
    name = request.form.get("name")
    query = f"SELECT * FROM users WHERE name = '{name}'"
    # ruleid: python/sql-injection/query-from-request
    cursor.execute(query)


def three(cursor):
    # ruleid: python/sql-injection/query-from-request
    cursor.execute("SELECT * FROM users WHERE name = '{}'".format(request.values["name"]))


def parameter(cursor):
    # ok: python/sql-injection/query-from-request
    cursor.execute("SELECT * FROM users WHERE name = ?", (request.args["name"],))


def number(cursor):
    page = int(request.args["page"])
    # ok: python/sql-injection/query-from-request
    cursor.execute(f"SELECT * FROM users LIMIT 20 OFFSET {page}")


def constant(cursor):
    table = "users"
    # ok: python/sql-injection/query-from-request
    cursor.execute("SELECT * FROM " + table)
