import json
import pickle

import requests


def fetch(url, connection):
    # ruleid: python/deserialization/network-unpickled
    pickle.loads(requests.get(url, timeout=5).content)
    data = connection.recv(4096)
    # ruleid: python/deserialization/network-unpickled
    pickle.loads(data)
    parts = []
    parts.append(connection.recv(4096))
    # ruleid: python/deserialization/network-unpickled
    pickle.loads(b"".join(parts))

    # ok: python/deserialization/network-unpickled
    json.loads(requests.get(url, timeout=5).text)
    with open("own.pickle", "rb") as file:
        # ok: python/deserialization/network-unpickled
        pickle.load(file)
    fixed = b"N."
    # ok: python/deserialization/network-unpickled
    pickle.loads(fixed)
