import importlib

KNOWN = ["csv", "json"]


def load(name):
    # ruleid: python/code-injection/import-of-unknown
    importlib.import_module(name)
    module = "plugins." + name
    # ruleid: python/code-injection/import-of-unknown
    __import__(module)
    # ruleid: python/code-injection/import-of-unknown
    importlib.import_module(f"plugins.{name}")

    # ok: python/code-injection/import-of-unknown
    importlib.import_module("json")
    fixed = "csv"
    # ok: python/code-injection/import-of-unknown
    importlib.import_module(fixed)
    if name in KNOWN:
        # ok: python/code-injection/import-of-unknown
        importlib.import_module(name)
