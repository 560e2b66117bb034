import os

from flask import Flask
from itsdangerous import URLSafeSerializer

app = Flask(__name__)
# ruleid: python/secrets/flask-secret-key
app.secret_key = "hush-hush"
# ruleid: python/secrets/flask-secret-key
app.config["SECRET_KEY"] = "hush-hush"
key = "also-hush"
# ruleid: python/secrets/flask-secret-key
URLSafeSerializer(key)

# ok: python/secrets/flask-secret-key
app.secret_key = os.environ["KEY"]
# ok: python/secrets/flask-secret-key
app.config["SECRET_KEY"] = os.urandom(32)
good = os.environ["KEY"]
# ok: python/secrets/flask-secret-key
URLSafeSerializer(good)
