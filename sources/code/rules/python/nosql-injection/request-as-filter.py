import json

from flask import Flask, request
from pymongo import MongoClient

app = Flask(__name__)
users = MongoClient().app.users


@app.post("/login")
def login():
    # ruleid: python/nosql-injection/request-as-filter
    users.find_one({"name": request.json["name"]})


@app.post("/find")
def find():
    wanted = request.get_json()
    # ruleid: python/nosql-injection/request-as-filter
    users.find(wanted)


@app.post("/where")
def where():
    body = json.loads(request.data)
    # ruleid: python/nosql-injection/request-as-filter
    users.delete_many({"$where": body["code"]})


@app.post("/text")
def text():
    # ok: python/nosql-injection/request-as-filter
    users.find_one({"name": str(request.json["name"])})


@app.post("/form")
def form():
    name = request.form["name"]
    # ok: python/nosql-injection/request-as-filter
    users.find_one({"name": name})


@app.get("/all")
def everything():
    # ok: python/nosql-injection/request-as-filter
    users.find({"active": True})
