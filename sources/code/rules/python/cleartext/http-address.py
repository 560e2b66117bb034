import urllib.request

import requests


def fetch(session):
    # ruleid: python/cleartext/http-address
    requests.get("http://example.org/data", timeout=5)
    address = "http://example.org/list"
    # ruleid: python/cleartext/http-address
    urllib.request.urlopen(address)
    # ruleid: python/cleartext/http-address
    requests.post("http://example.org/", json={}, timeout=5)

    # ok: python/cleartext/http-address
    requests.get("https://example.org/data", timeout=5)
    # ok: python/cleartext/http-address
    requests.get("http://localhost:8080/", timeout=5)
    good = "https://example.org/list"
    # ok: python/cleartext/http-address
    urllib.request.urlopen(good)
