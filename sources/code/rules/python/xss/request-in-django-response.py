from django.http import HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import mark_safe


def hello(request):
    # ruleid: python/xss/request-in-django-response
    return HttpResponse("Hello " + request.GET["name"])


def wrong(request):
    text = "no such page: {}".format(request.POST.get("page"))
    # ruleid: python/xss/request-in-django-response
    return HttpResponseBadRequest(text)


def marked(request):
    # ruleid: python/xss/request-in-django-response
    title = mark_safe("<b>" + request.GET["title"] + "</b>")
    return render(request, "page.html", {"title": title})


def fixed(request):
    # ok: python/xss/request-in-django-response
    return HttpResponse("Hello")


def escaped(request):
    name = escape(request.GET["name"])
    # ok: python/xss/request-in-django-response
    return HttpResponse("Hello " + name)


def rendered(request):
    # ok: python/xss/request-in-django-response
    return render(request, "page.html", {"name": request.GET["name"]})


def data(request):
    # ok: python/xss/request-in-django-response
    return JsonResponse({"name": request.GET["name"]})


def plain(request):
    # ok: python/xss/request-in-django-response
    return HttpResponse(request.GET["name"], content_type="text/plain")
