from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe
from markupsafe import Markup


def show(name, parts):
    # ruleid: python/xss/marked-as-safe
    mark_safe("<b>" + name + "</b>")
    page = "<p>%s</p>" % name
    # ruleid: python/xss/marked-as-safe
    Markup(page)
    # ruleid: python/xss/marked-as-safe
    mark_safe("".join(parts))

    # ok: python/xss/marked-as-safe
    mark_safe("<br>")
    line = "<hr>"
    # ok: python/xss/marked-as-safe
    Markup(line)
    # ok: python/xss/marked-as-safe
    mark_safe(escape(name))
    # ok: python/xss/marked-as-safe
    format_html("<b>{}</b>", name)
