from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from flask import make_response

api = FastAPI()
# ruleid: python/cors/any-origin
api.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)
# ruleid: python/cors/any-origin
CORS_ALLOW_ALL_ORIGINS = True


def answer():
    response = make_response("")
    # ruleid: python/cors/any-origin
    response.headers["Access-Control-Allow-Origin"] = "*"
    anyone = "*"
    # ruleid: python/cors/any-origin
    response.headers.add("Access-Control-Allow-Origin", anyone)

    # ok: python/cors/any-origin
    response.headers["Access-Control-Allow-Origin"] = "https://example.org"
    known = "https://example.org"
    # ok: python/cors/any-origin
    response.headers.add("Access-Control-Allow-Origin", known)
    # ok: python/cors/any-origin
    api.add_middleware(CORSMiddleware, allow_origins=["https://example.org"])
    return response
