import os
import uuid

from flask import Flask, request
from werkzeug.utils import secure_filename

app = Flask(__name__)


@app.post("/a")
def direct():
    file = request.files["file"]
    # ruleid: python/uploads/any-file-saved
    file.save("/srv/" + file.filename)


@app.post("/b")
def joined():
    file = request.files["file"]
    path = os.path.join("/srv", file.filename)
    # ruleid: python/uploads/any-file-saved
    file.save(path)


@app.post("/c")
def named():
    # ruleid: python/uploads/any-file-saved
    request.files["file"].save("/srv/" + request.form["name"])


@app.post("/d")
def fixed():
    # ok: python/uploads/any-file-saved
    request.files["file"].save("/srv/new")


@app.post("/e")
def made():
    name = uuid.uuid4().hex
    # ok: python/uploads/any-file-saved
    request.files["file"].save("/srv/" + name)


@app.post("/f")
def secured():
    file = request.files["file"]
    # ok: python/uploads/any-file-saved
    file.save("/srv/" + secure_filename(file.filename))
