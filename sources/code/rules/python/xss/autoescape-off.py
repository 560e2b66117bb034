import jinja2
from django.template import Context


def engines(loader):
    # ruleid: python/xss/autoescape-off
    jinja2.Environment(loader=loader)
    # ruleid: python/xss/autoescape-off
    jinja2.Environment(loader=loader, autoescape=False)
    # ruleid: python/xss/autoescape-off
    Context({"name": "x"}, autoescape=False)
    # ruleid: python/xss/autoescape-off
    off = {"BACKEND": "x", "autoescape": False}

    # ok: python/xss/autoescape-off
    jinja2.Environment(loader=loader, autoescape=True)
    # ok: python/xss/autoescape-off
    jinja2.Environment(loader=loader, autoescape=jinja2.select_autoescape())
    escaped = True
    # ok: python/xss/autoescape-off
    jinja2.Environment(autoescape=escaped)
    # ok: python/xss/autoescape-off
    Context({"name": "x"})
    return off
