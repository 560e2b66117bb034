import os

import boto3
import psycopg2


def connect():
    # ruleid: python/secrets/credentials-of-client
    boto3.client("s3", aws_secret_access_key="wJalrXUtnFEMI/K7MDENG/bPxRfiCYz7q2LpX9s")
    # ruleid: python/secrets/credentials-of-client
    psycopg2.connect(host="db", password="b1ue-m0nday")
    key = "AKIA2E0A8F3B244C9986"
    # ruleid: python/secrets/credentials-of-client
    boto3.resource("s3", aws_access_key_id=key)

    # ok: python/secrets/credentials-of-client
    boto3.client("s3")
    # ok: python/secrets/credentials-of-client
    psycopg2.connect(host="db", password=os.environ["PASSWORD"])
    good = os.environ["KEY"]
    # ok: python/secrets/credentials-of-client
    boto3.resource("s3", aws_access_key_id=good)
