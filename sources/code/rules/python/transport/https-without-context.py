import http.client
import ssl
from http.client import HTTPSConnection


def connect(host):
    # ruleid: python/transport/https-without-context
    http.client.HTTPSConnection(host)
    # ruleid: python/transport/https-without-context
    HTTPSConnection(host, 8443)
    # ruleid: python/transport/https-without-context
    connection = HTTPSConnection(host, timeout=5)

    context = ssl.create_default_context()
    # ok: python/transport/https-without-context
    HTTPSConnection(host, context=context)
    # ok: python/transport/https-without-context
    http.client.HTTPConnection(host)
    # ok: python/transport/https-without-context
    http.client.HTTPSConnection(host, context=ssl.create_default_context())
    return connection
