from django.db.models.expressions import RawSQL

from shop.models import User


def find(request):
    name = request.GET.get("name")
    # ruleid: python/sql-injection/request-in-django-query
    User.objects.raw("SELECT * FROM users WHERE name = '%s'" % name)


def extra(request):
    # ruleid: python/sql-injection/request-in-django-query
    return User.objects.extra(where=["name = '" + request.POST["name"] + "'"])


def annotated(request):
    order = request.GET["order"]
    # ruleid: python/sql-injection/request-in-django-query
    return User.objects.annotate(value=RawSQL(f"SELECT {order} FROM users", []))


def safe(request):
    # ok: python/sql-injection/request-in-django-query
    return User.objects.raw("SELECT * FROM users WHERE name = %s", [request.GET["name"]])


def filtered(request):
    name = request.GET["name"]
    # ok: python/sql-injection/request-in-django-query
    return User.objects.filter(name=name)


def numbered(request):
    limit = int(request.GET["limit"])
    # ok: python/sql-injection/request-in-django-query
    return User.objects.raw("SELECT * FROM users LIMIT %d" % limit)


def ordered(request):
    order = request.GET["order"]
    if order not in ("name", "age"):
        order = "name"
    # ok: python/sql-injection/request-in-django-query
    return User.objects.extra(where=[order + " > 1"])
