using System.Data.SqlClient;

public class Items
{
    private readonly SqlConnection connection;

    public void ByName(string name)
    {
        // ruleid: csharp/sql-injection/query-from-caller
        new SqlCommand("SELECT * FROM items WHERE name = '" + name + "'", connection);
    }

    public void ByOwner(string owner)
    {
        var command = new SqlCommand();
        // ruleid: csharp/sql-injection/query-from-caller
        command.CommandText = $"SELECT * FROM items WHERE owner = '{owner}'";
    }

    public void Remove(string table)
    {
        string query = string.Concat("DELETE FROM ", table);
        // ruleid: csharp/sql-injection/query-from-caller
        new SqlCommand(query, connection);
    }

    public void WithParameter(string name)
    {
        // ok: csharp/sql-injection/query-from-caller
        var command = new SqlCommand("SELECT * FROM items WHERE name = @name", connection);
        command.Parameters.AddWithValue("@name", name);
    }

    public void Number(int id)
    {
        // ok: csharp/sql-injection/query-from-caller
        new SqlCommand("SELECT * FROM items WHERE id = " + id, connection);
    }

    public void Fixed()
    {
        string order = "id";
        // ok: csharp/sql-injection/query-from-caller
        new SqlCommand("SELECT * FROM items ORDER BY " + order, connection);
    }
}
