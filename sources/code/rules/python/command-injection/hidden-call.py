import os


def run(command):
    # ruleid: python/command-injection/hidden-call
    getattr(os, "system")(command)
    # ruleid: python/command-injection/hidden-call
    __import__("subprocess").run(command)
    # ruleid: python/command-injection/hidden-call
    module = __import__("os")
    return module

def plain(command):
    # ok: python/command-injection/hidden-call
    os.getpid()
    name = "sep"
    # ok: python/command-injection/hidden-call
    getattr(os, name)
    # ok: python/command-injection/hidden-call
    __import__("json").dumps(command)
