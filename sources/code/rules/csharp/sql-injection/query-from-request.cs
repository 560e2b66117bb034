using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Data.SqlClient;
using Microsoft.EntityFrameworkCore;

public class Items : Controller
{
    private readonly SqlConnection connection;
    private readonly ShopContext database;

    public void ByName()
    {
        // ruleid: csharp/sql-injection/query-from-request
        new SqlCommand("SELECT * FROM items WHERE name = '" + Request.Query["name"] + "'", connection);
    }

    public void ByOwner([FromQuery] string owner)
    {
        string query = string.Format("SELECT * FROM items WHERE owner = '{0}'", owner);
        // ruleid: csharp/sql-injection/query-from-request
        database.Items.FromSqlRaw(query);
    }

    public void Remove(SqlCommand command)
    {
        // ruleid: csharp/sql-injection/query-from-request
        command.CommandText = $"DELETE FROM {Request.Form["table"]}";
    }

    public void WithParameter()
    {
        // ok: csharp/sql-injection/query-from-request
        var command = new SqlCommand("SELECT * FROM items WHERE name = @name", connection);
        command.Parameters.AddWithValue("@name", Request.Query["name"]);
    }

    public void Number()
    {
        int id = int.Parse(Request.Query["id"]);
        // ok: csharp/sql-injection/query-from-request
        new SqlCommand("SELECT * FROM items WHERE id = " + id, connection);
    }

    public void Interpolated([FromQuery] string name)
    {
        // ok: csharp/sql-injection/query-from-request
        database.Items.FromSqlInterpolated($"SELECT * FROM items WHERE name = {name}");
    }
}
