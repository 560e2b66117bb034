using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using MongoDB.Bson;
using MongoDB.Driver;

public class Users : Controller
{
    private readonly IMongoCollection<User> users;

    public void Parsed()
    {
        // ruleid: csharp/nosql-injection/query-from-request
        BsonDocument.Parse(Request.Query["filter"]);
    }

    public void Text()
    {
        string filter = "{name: '" + Request.Form["name"] + "'}";
        // ruleid: csharp/nosql-injection/query-from-request
        users.Find(filter);
    }

    public void Script()
    {
        // ruleid: csharp/nosql-injection/query-from-request
        new BsonJavaScript(Request.Headers["X-Script"]);
    }

    public void Built([FromQuery] string name)
    {
        // ok: csharp/nosql-injection/query-from-request
        users.Find(Builders<User>.Filter.Eq("name", name));
    }

    public void Fixed()
    {
        string filter = "{kind: 'new'}";
        // ok: csharp/nosql-injection/query-from-request
        users.Find(filter);
    }

    public void Number()
    {
        int age = int.Parse(Request.Query["age"]);
        // ok: csharp/nosql-injection/query-from-request
        users.Find("{age: " + age + "}");
    }
}
