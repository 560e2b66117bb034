import json
import marshal
from marshal import loads


def read(data, file):
    # ruleid: python/deserialization/marshal
    marshal.loads(data)
    # ruleid: python/deserialization/marshal
    loads(data)
    # ruleid: python/deserialization/marshal
    value = marshal.load(file)

    # ok: python/deserialization/marshal
    json.loads(data)
    # ok: python/deserialization/marshal
    text = "marshal.loads(data)"
    # ok: python/deserialization/marshal
    file.load(data)
    return value, text
