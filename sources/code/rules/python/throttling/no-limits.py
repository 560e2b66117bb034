import settings

# ruleid: python/throttling/no-limits
REST_FRAMEWORK = {"PAGE_SIZE": 10}

if settings.local:
    # ruleid: python/throttling/no-limits
    REST_FRAMEWORK = {}
else:
    # ruleid: python/throttling/no-limits
    REST_FRAMEWORK = {"DEFAULT_PERMISSION_CLASSES": ["x"]}

# ok: python/throttling/no-limits
OTHER = {"PAGE_SIZE": 10}
# ok: python/throttling/no-limits
REST_FRAMEWORK = {"DEFAULT_THROTTLE_CLASSES": ["x"], "DEFAULT_THROTTLE_RATES": {"user": "9/s"}}
RATES = {"user": "9/s"}
# ok: python/throttling/no-limits
REST_FRAMEWORK = {"DEFAULT_THROTTLE_RATES": RATES}
