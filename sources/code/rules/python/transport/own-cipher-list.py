import ssl


def contexts(names):
    context = ssl.create_default_context()
    # ruleid: python/transport/own-cipher-list
    context.set_ciphers("ALL")
    # ruleid: python/transport/own-cipher-list
    context.set_ciphers(names)
    text = "RC4:DES"
    # ruleid: python/transport/own-cipher-list
    context.set_ciphers(text)

    # ok: python/transport/own-cipher-list
    context.set_alpn_protocols(["h2"])
    # ok: python/transport/own-cipher-list
    other = ssl.create_default_context()
    # ok: python/transport/own-cipher-list
    other.load_default_certs()
