import ast
import json


def compute(formula, names):
    # ruleid: python/code-injection/eval-of-unknown
    eval(formula, names)
    text = "x = " + formula
    # ruleid: python/code-injection/eval-of-unknown
    exec(text, names)
    # ruleid: python/code-injection/eval-of-unknown
    return eval(names["formula"])


def fixed(formula):
    # ok: python/code-injection/eval-of-unknown
    eval("1 + 1")
    text = "x = 1"
    # ok: python/code-injection/eval-of-unknown
    exec(text)
    # ok: python/code-injection/eval-of-unknown
    ast.literal_eval(formula)
    # ok: python/code-injection/eval-of-unknown
    json.loads(formula)
