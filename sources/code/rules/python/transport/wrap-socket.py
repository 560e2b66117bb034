import ssl
from ssl import wrap_socket


def connect(socket, host):
    # ruleid: python/transport/wrap-socket
    ssl.wrap_socket(socket)
    # ruleid: python/transport/wrap-socket
    wrap_socket(socket, ca_certs="own.pem")
    # ruleid: python/transport/wrap-socket
    wrapped = ssl.wrap_socket(socket, server_side=True)

    context = ssl.create_default_context()
    # ok: python/transport/wrap-socket
    context.wrap_socket(socket, server_hostname=host)
    # ok: python/transport/wrap-socket
    ssl.create_default_context().wrap_socket(socket, server_hostname=host)
    # ok: python/transport/wrap-socket
    host.wrap_socket(socket)
    return wrapped
