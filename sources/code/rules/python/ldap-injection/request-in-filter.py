from flask import Flask, request
from ldap.filter import escape_filter_chars
import ldap

app = Flask(__name__)
connection = ldap.initialize("ldap://localhost")


def trimmed(text):
    return text.strip()


@app.get("/show")
def show():
    # ruleid: python/ldap-injection/request-in-filter
    connection.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=" + request.args["name"] + ")")


@app.get("/find")
def find():
    value = request.form.get("name", "")
    # ruleid: python/ldap-injection/request-in-filter
    connection.search("ou=people", f"(uid={value})")


@app.get("/listing")
def listing():
    # ruleid: python/ldap-injection/request-in-filter
    connection.search_s("ou=" + trimmed(request.cookies.get("name")), ldap.SCOPE_SUBTREE, "(uid=*)")


@app.get("/update")
def update():
    # ok: python/ldap-injection/request-in-filter
    connection.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=" + "reports" + ")")


@app.get("/remove")
def remove():
    value = "reports"
    # ok: python/ldap-injection/request-in-filter
    connection.search("ou=people", f"(uid={value})")


@app.get("/check")
def check():
    value = escape_filter_chars(request.args["name"])
    # ok: python/ldap-injection/request-in-filter
    connection.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=" + value + ")")


@app.get("/load")
def load():
    value = request.args["name"]
    if value.isalnum():
        # ok: python/ldap-injection/request-in-filter
        connection.search("ou=people", "(uid=" + value + ")")
