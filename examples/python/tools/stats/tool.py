#!/usr/bin/env python3
"""Describes a list of numbers."""

import json
import statistics
import sys

numbers = json.load(sys.stdin)["numbers"]
json.dump(
    {
        "count": len(numbers),
        "mean": statistics.fmean(numbers),
        "median": statistics.median(numbers),
        "spread": max(numbers) - min(numbers),
    },
    sys.stdout,
)
