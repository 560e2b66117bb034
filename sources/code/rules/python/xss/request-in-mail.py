from email.mime.text import MIMEText

from django.core.mail import EmailMessage, EmailMultiAlternatives, send_mail
from django.utils.html import escape


def told(request):
    text = "<p>" + request.POST["text"] + "</p>"
    # ruleid: python/xss/request-in-mail
    send_mail("News", "", "a@example.org", ["b@example.org"], html_message=text)


def attached(request):
    mail = EmailMultiAlternatives("News", "", "a@example.org", ["b@example.org"])
    # ruleid: python/xss/request-in-mail
    mail.attach_alternative("<p>%s</p>" % request.GET["text"], "text/html")
    mail.send()


def mime(request):
    # ruleid: python/xss/request-in-mail
    return MIMEText(request.POST["text"], "html")


def subtype(request):
    # ruleid: python/xss/request-in-mail
    mail = EmailMessage("News", request.POST["text"], "a@example.org", ["b@example.org"])
    mail.content_subtype = "html"
    mail.send()


def plain(request):
    # ok: python/xss/request-in-mail
    return MIMEText(request.POST["text"], "plain")


def escaped(request):
    text = escape(request.POST["text"])
    # ok: python/xss/request-in-mail
    send_mail("News", "", "a@example.org", ["b@example.org"], html_message=text)


def fixed(request):
    text = "<p>News</p>"
    # ok: python/xss/request-in-mail
    return MIMEText(text, "html")
