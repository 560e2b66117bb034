import ssl

from OpenSSL import SSL


def contexts(socket):
    # ruleid: python/transport/weak-tls-version
    ssl.SSLContext(ssl.PROTOCOL_TLSv1)
    # ruleid: python/transport/weak-tls-version
    context = SSL.Context(SSL.SSLv3_METHOD)
    # ruleid: python/transport/weak-tls-version
    context.minimum_version = ssl.TLSVersion.TLSv1_1
    # ruleid: python/transport/weak-tls-version
    version = ssl.PROTOCOL_SSLv3

    # ok: python/transport/weak-tls-version
    ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # ok: python/transport/weak-tls-version
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # ok: python/transport/weak-tls-version
    good = ssl.TLSVersion.TLSv1_3
    return version, good
