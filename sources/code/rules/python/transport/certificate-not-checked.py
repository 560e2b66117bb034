import ssl

import aiohttp
import requests


def fetch(url, session):
    # ruleid: python/transport/certificate-not-checked
    requests.get(url, verify=False, timeout=5)
    context = ssl.create_default_context()
    # ruleid: python/transport/certificate-not-checked
    context.check_hostname = False
    # ruleid: python/transport/certificate-not-checked
    context.verify_mode = ssl.CERT_NONE
    check = False
    # ruleid: python/transport/certificate-not-checked
    requests.post(url, verify=check, timeout=5)
    # ruleid: python/transport/certificate-not-checked
    aiohttp.TCPConnector(ssl=False)

    # ok: python/transport/certificate-not-checked
    requests.get(url, timeout=5)
    # ok: python/transport/certificate-not-checked
    requests.get(url, verify="/etc/ssl/own.pem", timeout=5)
    # ok: python/transport/certificate-not-checked
    context.verify_mode = ssl.CERT_REQUIRED
    # ok: python/transport/certificate-not-checked
    session.verify = True
