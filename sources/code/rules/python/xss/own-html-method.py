from django.utils.html import html_safe
from django.utils.safestring import SafeString


class Link:
    # ruleid: python/xss/own-html-method
    def __html__(self):
        return "<a>" + self.name + "</a>"


# ruleid: python/xss/own-html-method
@html_safe
class Widget:
    def __str__(self):
        return "<b>" + self.name + "</b>"


# ruleid: python/xss/own-html-method
class Text(SafeString):
    pass


# ok: python/xss/own-html-method
class Plain:
    # ok: python/xss/own-html-method
    def __str__(self):
        return "<b>"


# ok: python/xss/own-html-method
class Other(str):
    pass


# ok: python/xss/own-html-method
name = "html"
