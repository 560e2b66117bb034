import mako.template
from mako.lookup import TemplateLookup
from mako.template import Template


def templates(text, folder):
    # ruleid: python/xss/mako-template
    Template(text)
    # ruleid: python/xss/mako-template
    mako.template.Template(filename="page.html")
    # ruleid: python/xss/mako-template
    lookup = TemplateLookup(directories=[folder])

    # ok: python/xss/mako-template
    Template(text, default_filters=["h"])
    # ok: python/xss/mako-template
    TemplateLookup(directories=[folder], default_filters=["h"])
    filters = "h"
    # ok: python/xss/mako-template
    Template(text, default_filters=[filters])
    return lookup
