from django.db.models.expressions import RawSQL

from shop.models import User


def find(name, table):
    # ruleid: python/sql-injection/django-raw-of-unknown
    User.objects.raw("SELECT * FROM users WHERE name = '%s'" % name)
    # ruleid: python/sql-injection/django-raw-of-unknown
    User.objects.filter(age=3).extra(where=["name = '" + name + "'"])
    query = "SELECT * FROM " + table
    # ruleid: python/sql-injection/django-raw-of-unknown
    User.objects.annotate(value=RawSQL(query, []))

    # ok: python/sql-injection/django-raw-of-unknown
    User.objects.raw("SELECT * FROM users WHERE name = %s", [name])
    fixed = "SELECT * FROM users"
    # ok: python/sql-injection/django-raw-of-unknown
    User.objects.raw(fixed)
    # ok: python/sql-injection/django-raw-of-unknown
    User.objects.extra(where=["name = %s"], params=[name])
