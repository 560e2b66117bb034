import urllib.request
from urllib.request import urlopen, urlretrieve


def fetch():
    # ruleid: python/cleartext/ftp-address
    urlopen("ftp://example.org/data")
    address = "ftp://example.org/list"
    # ruleid: python/cleartext/ftp-address
    urlretrieve(address)
    # ruleid: python/cleartext/ftp-address
    urllib.request.Request("ftp://example.org/x")

    # ok: python/cleartext/ftp-address
    urlopen("https://example.org/data")
    good = "https://example.org/list"
    # ok: python/cleartext/ftp-address
    urlretrieve(good)
    # ok: python/cleartext/ftp-address
    print("ftp://example.org/")
