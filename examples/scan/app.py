import os
import subprocess

from flask import Flask, request

app = Flask(__name__)


@app.get("/ping")
def ping():
    host = request.args["host"]
    os.system("ping -c 1 " + host)
    return "sent"


@app.get("/list")
def listing():
    subprocess.run(["ls", request.args["folder"]], check=True)
    print("listed")
    return "listed"
