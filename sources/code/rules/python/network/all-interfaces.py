import socket

from flask import Flask

app = Flask(__name__)


def serve():
    # ruleid: python/network/all-interfaces
    app.run(host="0.0.0.0")
    listener = socket.socket()
    # ruleid: python/network/all-interfaces
    listener.bind(("0.0.0.0", 8080))
    everywhere = "::"
    # ruleid: python/network/all-interfaces
    app.run(everywhere, 8080)

    # ok: python/network/all-interfaces
    app.run(host="127.0.0.1")
    # ok: python/network/all-interfaces
    listener.bind(("127.0.0.1", 8080))
    here = "localhost"
    # ok: python/network/all-interfaces
    app.run(here)
