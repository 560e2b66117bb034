import tarfile


def unpack(path, folder):
    with tarfile.open(path) as archive:
        # ruleid: python/path-traversal/archive-extracted
        archive.extractall(folder)
    archive = tarfile.TarFile(path)
    # ruleid: python/path-traversal/archive-extracted
    archive.extractall()
    other = tarfile.open(path, "r:gz")
    # ruleid: python/path-traversal/archive-extracted
    other.extract("a.txt", folder)


def checked(path, folder, safe_members):
    with tarfile.open(path) as archive:
        # ok: python/path-traversal/archive-extracted
        archive.extractall(folder, filter="data")
    how = "tar"
    with tarfile.open(path) as archive:
        # ok: python/path-traversal/archive-extracted
        archive.extractall(folder, filter=how)
    with tarfile.open(path) as archive:
        # ok: python/path-traversal/archive-extracted
        archive.extractall(folder, members=safe_members(archive))
