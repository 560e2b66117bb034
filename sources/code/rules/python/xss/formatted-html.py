from django.utils.html import format_html


def show(name, row):
    # ruleid: python/xss/formatted-html
    format_html(f"<b>{name}</b>")
    # ruleid: python/xss/formatted-html
    format_html("<b>%s</b>" % name)
    # ruleid: python/xss/formatted-html
    format_html("<a href='" + row.url + "'>{}</a>", name)

    # ok: python/xss/formatted-html
    format_html("<b>{}</b>", name)
    # ok: python/xss/formatted-html
    format_html("<b>" + "{}" + "</b>", name)
    text = "<i>{}</i>"
    # ok: python/xss/formatted-html
    format_html(text, name)
