from fastapi import FastAPI
from flask import Flask

app = Flask(__name__)
# ruleid: python/debug/debug-on
app.run(debug=True)
shown = True
# ruleid: python/debug/debug-on
app.run("0.0.0.0", debug=shown)
# ruleid: python/debug/debug-on
api = FastAPI(debug=True)

# ok: python/debug/debug-on
app.run(debug=False)
# ok: python/debug/debug-on
app.run()
hidden = False
# ok: python/debug/debug-on
FastAPI(debug=hidden)
