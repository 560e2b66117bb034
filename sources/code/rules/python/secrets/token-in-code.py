import os


def connect():
    # ruleid: python/secrets/token-in-code
    github = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    # ruleid: python/secrets/token-in-code
    database = "postgres://admin:h7Gq2LpX9s@db.example.com/app"
    # ruleid: python/secrets/token-in-code
    aws = {"key": "AKIA2E0A8F3B244C9986"}

    # ok: python/secrets/token-in-code
    kept = os.environ["GITHUB_TOKEN"]
    # ok: python/secrets/token-in-code
    url = "postgres://db.example.com/app"
    # ok: python/secrets/token-in-code
    name = "ghp_"
    return github, database, aws, kept, url, name
