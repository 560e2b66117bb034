import grpc
import psycopg2
import redis


def connect(host):
    # ruleid: python/cleartext/database-without-tls
    psycopg2.connect(host=host, sslmode="disable")
    # ruleid: python/cleartext/database-without-tls
    grpc.insecure_channel(host)
    off = False
    # ruleid: python/cleartext/database-without-tls
    redis.Redis(host, ssl=off)

    # ok: python/cleartext/database-without-tls
    psycopg2.connect(host=host, sslmode="verify-full")
    # ok: python/cleartext/database-without-tls
    grpc.secure_channel(host, grpc.ssl_channel_credentials())
    on = True
    # ok: python/cleartext/database-without-tls
    redis.Redis(host, ssl=on)
