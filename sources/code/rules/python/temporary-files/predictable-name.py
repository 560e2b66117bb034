import tempfile


def write(text):
    # ruleid: python/temporary-files/predictable-name
    path = tempfile.mktemp()
    # ruleid: python/temporary-files/predictable-name
    with open("/tmp/report.txt", "w") as file:
        file.write(text)
    name = "/var/tmp/report.txt"
    # ruleid: python/temporary-files/predictable-name
    with open(name, "a") as file:
        file.write(text)

    # ok: python/temporary-files/predictable-name
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
    # ok: python/temporary-files/predictable-name
    handle, good = tempfile.mkstemp()
    # ok: python/temporary-files/predictable-name
    with open("/srv/report.txt", "w") as file:
        file.write(text)
    return path, handle, good
