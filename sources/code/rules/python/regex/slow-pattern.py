import re


def check(text):
    # ruleid: python/regex/slow-pattern
    re.match(r"^(a+)+$", text)
    pattern = r"([a-z]+)*x"
    # ruleid: python/regex/slow-pattern
    re.search(pattern, text)
    # ruleid: python/regex/slow-pattern
    re.compile("(.*)*y")

    # ok: python/regex/slow-pattern
    re.match(r"^a+$", text)
    simple = r"^[a-z]+x$"
    # ok: python/regex/slow-pattern
    re.search(simple, text)
    # ok: python/regex/slow-pattern
    re.compile(r"(?:ab)+")
