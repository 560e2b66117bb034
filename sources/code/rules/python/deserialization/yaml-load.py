import yaml
from yaml import load


def one(text):
    # ruleid: python/deserialization/yaml-load
    return yaml.load(text)


def two(path):
    with open(path) as file:
        # ruleid: python/deserialization/yaml-load
        return yaml.load(file, Loader=yaml.Loader)


def three(text):
    # ruleid: python/deserialization/yaml-load
    return load(text)


def safe(text):
    # ok: python/deserialization/yaml-load
    return yaml.safe_load(text)


def safe_loader(text):
    # ok: python/deserialization/yaml-load
    return yaml.load(text, Loader=yaml.SafeLoader)


def other(text, json):
    loaded = text
    # ok: python/deserialization/yaml-load
    return json.load(loaded)
