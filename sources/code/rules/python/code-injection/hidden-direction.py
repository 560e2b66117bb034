def allowed(level):
    # ruleid: python/code-injection/hidden-direction
    if level != "user‮ ⁦# only for admins":
        return True
    # ruleid: python/code-injection/hidden-direction
    note = "‭left to right"
    # ruleid: python/code-injection/hidden-direction
    name = "⁧isolated"
    return note + name


def plain(level):
    # ok: python/code-injection/hidden-direction
    text = "\u202e written as an escape"
    # ok: python/code-injection/hidden-direction
    other = "שלום"
    # ok: python/code-injection/hidden-direction
    return level + text + other
