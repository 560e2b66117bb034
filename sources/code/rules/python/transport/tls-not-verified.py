import httpx
import requests

# ruleid: python/transport/tls-not-verified
requests.get("https://example.org", verify=False)
# ruleid: python/transport/tls-not-verified
httpx.post("https://example.org", json={}, verify=False)

session = requests.Session()
# ruleid: python/transport/tls-not-verified
session.get("https://example.org", verify=False)

# ok: python/transport/tls-not-verified
requests.get("https://example.org")
# ok: python/transport/tls-not-verified
requests.get("https://example.org", verify="company.pem")
trust = True
# ok: python/transport/tls-not-verified
httpx.get("https://example.org", verify=trust)
