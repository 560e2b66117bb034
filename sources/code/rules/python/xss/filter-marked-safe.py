from django import template

register = template.Library()


# ruleid: python/xss/filter-marked-safe
@register.filter(is_safe=True)
def first(value):
    return value


# ruleid: python/xss/filter-marked-safe
@register.filter("second", is_safe=True)
def other(value):
    return value.strip()


def third(value):
    return value


# ruleid: python/xss/filter-marked-safe
third.is_safe = True


# ok: python/xss/filter-marked-safe
@register.filter
def fourth(value):
    return value


# ok: python/xss/filter-marked-safe
@register.filter(is_safe=False)
def fifth(value):
    return value


# ok: python/xss/filter-marked-safe
@register.filter(name="sixth")
def sixth(value):
    return value
