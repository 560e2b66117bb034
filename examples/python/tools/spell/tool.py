#!/usr/bin/env python3
"""Finds the words nearest to one. It stays: the word list is read once, and every call after that is quick."""

import difflib
import json
import sys

words = ["bread", "butter", "coffee", "sugar", "tea", "water"]
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    call = json.loads(line)
    if "args" not in call:
        continue
    near = difflib.get_close_matches(call["args"]["word"], words)
    answer = {"id": call["id"], "result": {"nearest": near}}
    print(json.dumps(answer), flush=True)
