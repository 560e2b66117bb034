def make(kind, rows):
    # ruleid: python/code-injection/function-from-globals
    globals()[kind](rows)
    name = "export_" + kind
    # ruleid: python/code-injection/function-from-globals
    globals()[name](rows)
    # ruleid: python/code-injection/function-from-globals
    locals()[kind]()


TABLE = {"csv": print}


def choose(kind, rows):
    # ok: python/code-injection/function-from-globals
    globals()["make"](kind, rows)
    # ok: python/code-injection/function-from-globals
    TABLE[kind](rows)
    # ok: python/code-injection/function-from-globals
    name = globals()["TABLE"]
    return name
