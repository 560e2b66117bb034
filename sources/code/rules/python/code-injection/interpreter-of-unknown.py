import code

import _testcapi
import _xxsubinterpreters as interpreters


def run(text):
    console = code.InteractiveConsole()
    # ruleid: python/code-injection/interpreter-of-unknown
    console.push(text)
    # ruleid: python/code-injection/interpreter-of-unknown
    code.InteractiveInterpreter().runcode(text)
    # ruleid: python/code-injection/interpreter-of-unknown
    interpreters.run_string(interpreters.create(), text)
    # ruleid: python/code-injection/interpreter-of-unknown
    _testcapi.run_in_subinterp(text)

    # ok: python/code-injection/interpreter-of-unknown
    console.push("import os")
    fixed = "print(1)"
    # ok: python/code-injection/interpreter-of-unknown
    interpreters.run_string(interpreters.create(), fixed)
    # ok: python/code-injection/interpreter-of-unknown
    _testcapi.run_in_subinterp("print(1)")
