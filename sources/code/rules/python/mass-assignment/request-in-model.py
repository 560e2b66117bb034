from flask import Flask, request

from models import User

app = Flask(__name__)


@app.post("/a")
def direct():
    # ruleid: python/mass-assignment/request-in-model
    User(**request.get_json())


@app.post("/b")
def variable():
    fields = request.json
    # ruleid: python/mass-assignment/request-in-model
    User.objects.create(**fields)


@app.post("/c")
def looped(user):
    for name, value in request.form.items():
        # ruleid: python/mass-assignment/request-in-model
        setattr(user, name, value)


@app.post("/d")
def named():
    # ok: python/mass-assignment/request-in-model
    User(name=request.json["name"])


@app.post("/e")
def chosen():
    fields = {"active": True}
    # ok: python/mass-assignment/request-in-model
    User(**fields)


@app.post("/f")
def checked(form):
    # ok: python/mass-assignment/request-in-model
    User.objects.create(**form.cleaned_data)
