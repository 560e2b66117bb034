from flask import Flask

app = Flask(__name__)
# ruleid: python/cookie/session-cookie-settings
SESSION_COOKIE_SECURE = False
# ruleid: python/cookie/session-cookie-settings
app.config["SESSION_COOKIE_HTTPONLY"] = False
# ruleid: python/cookie/session-cookie-settings
app.config.update(REMEMBER_COOKIE_SECURE=False)

# ok: python/cookie/session-cookie-settings
CSRF_COOKIE_SECURE = True
# ok: python/cookie/session-cookie-settings
app.config["SESSION_COOKIE_SECURE"] = True
# ok: python/cookie/session-cookie-settings
app.config.update(SESSION_COOKIE_HTTPONLY=True)
# ok: python/cookie/session-cookie-settings
DEBUG_TOOLBAR = False
