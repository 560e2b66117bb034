import multiprocessing.connection
from multiprocessing.connection import Client, Listener


def ask(address):
    connection = Client(address)
    # ruleid: python/deserialization/connection-of-processes
    connection.recv()


def serve(address):
    listener = Listener(address)
    connection = listener.accept()
    # ruleid: python/deserialization/connection-of-processes
    value = connection.recv()
    # ruleid: python/deserialization/connection-of-processes
    multiprocessing.connection.Connection.recv(connection)
    return value


def known(address, key):
    connection = Client(address, authkey=key)
    # ok: python/deserialization/connection-of-processes
    connection.recv()


def bytes_only(address):
    connection = Client(address)
    # ok: python/deserialization/connection-of-processes
    connection.recv_bytes()


def other(socket):
    # ok: python/deserialization/connection-of-processes
    return socket.recv(10)
