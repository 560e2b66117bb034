import urllib.request
from urllib.request import urlopen, urlretrieve


def fetch(url, name):
    # ruleid: python/ssrf/url-of-unknown
    urlopen(url)
    address = url.strip()
    # ruleid: python/ssrf/url-of-unknown
    urllib.request.urlopen(address, timeout=5)
    # ruleid: python/ssrf/url-of-unknown
    urlretrieve(url, "/tmp/" + name)

    # ok: python/ssrf/url-of-unknown
    urlopen("https://example.org/")
    fixed = "https://example.org/data"
    # ok: python/ssrf/url-of-unknown
    urlopen(fixed)
    # ok: python/ssrf/url-of-unknown
    urlopen("https://example.org/" + name)
