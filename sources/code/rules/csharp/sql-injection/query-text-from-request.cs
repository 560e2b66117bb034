using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;

public class Texts : Controller
{
    public string ByName()
    {
        // ruleid: csharp/sql-injection/query-text-from-request
        return "SELECT * FROM items WHERE name = '" + Request.Query["name"];
    }

    public string ByOwner()
    {
        string owner = Request.Form["owner"];
        // ruleid: csharp/sql-injection/query-text-from-request
        return string.Format("SELECT * FROM items WHERE owner = '{0}'", owner);
    }

    public string Remove()
    {
        // ruleid: csharp/sql-injection/query-text-from-request
        string query = "DELETE FROM " + Request.Headers["X-Table"];
        return query;
    }

    public string Number()
    {
        int id = int.Parse(Request.Query["id"]);
        // ok: csharp/sql-injection/query-text-from-request
        return "SELECT * FROM items WHERE id = " + id;
    }

    public string Fixed()
    {
        string order = "id";
        // ok: csharp/sql-injection/query-text-from-request
        return "SELECT * FROM items ORDER BY " + order;
    }

    public string Words()
    {
        // ok: csharp/sql-injection/query-text-from-request
        return "select one of " + Request.Query["kind"];
    }
}
