import json

import boto3

table = boto3.resource("dynamodb").Table("users")


def lambda_handler(event, context):
    # ruleid: python/nosql-injection/request-in-dynamodb-filter
    table.scan(ScanFilter=event["filter"])
    wanted = json.loads(event["body"])
    # ruleid: python/nosql-injection/request-in-dynamodb-filter
    table.query(QueryFilter=wanted)
    # ruleid: python/nosql-injection/request-in-dynamodb-filter
    table.scan(FilterExpression="name = " + event["name"])

    # ok: python/nosql-injection/request-in-dynamodb-filter
    table.scan(ScanFilter={"name": {"ComparisonOperator": "EQ", "AttributeValueList": ["a"]}})
    fixed = {"name": 1}
    # ok: python/nosql-injection/request-in-dynamodb-filter
    table.query(QueryFilter=fixed)
    # ok: python/nosql-injection/request-in-dynamodb-filter
    table.scan(FilterExpression=boto3.dynamodb.conditions.Attr("name").eq(event["name"]))
