from django.views.decorators.csrf import csrf_exempt
from flask import Flask

app = Flask(__name__)


# ruleid: python/csrf/protection-off
@csrf_exempt
def pay(request):
    return request.POST["sum"]


def later(request):
    return request.POST["sum"]


# ruleid: python/csrf/protection-off
exempt = csrf_exempt(later)
# ruleid: python/csrf/protection-off
app.config["WTF_CSRF_ENABLED"] = False
# ok: python/csrf/protection-off
app.config["WTF_CSRF_CHECK_DEFAULT"] = True


# ok: python/csrf/protection-off
def checked(request):
    return request.POST["sum"]


# ok: python/csrf/protection-off
WTF_CSRF_ENABLED = True
# ok: python/csrf/protection-off
name = "csrf_exempt"
