from tornado.websocket import WebSocketHandler


class Socket(WebSocketHandler):
    # ruleid: python/csrf/origin-check-off
    def check_origin(self, origin):
        return True


class Other(WebSocketHandler):
    # ok: python/csrf/origin-check-off
    def check_origin(self, origin):
        return origin == "https://example.org"


def configure(config):
    # ruleid: python/csrf/origin-check-off
    config.set_default_csrf_options(require_csrf=True, check_origin=False)
    anyone = True
    # ruleid: python/csrf/origin-check-off
    config.set_default_csrf_options(require_csrf=True, allow_no_origin=anyone)
    # ok: python/csrf/origin-check-off
    config.set_default_csrf_options(require_csrf=True)
    good = True
    # ok: python/csrf/origin-check-off
    config.set_default_csrf_options(require_csrf=good, check_origin=good)
