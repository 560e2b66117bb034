using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text.Json;
using System.Web.UI;

public class States : Controller
{
    public object Body()
    {
        // ruleid: csharp/deserialization/object-from-request
        return new BinaryFormatter().Deserialize(Request.Body);
    }

    public object Cookie()
    {
        var formatter = new BinaryFormatter();
        byte[] data = Convert.FromBase64String(Request.Cookies["state"]);
        // ruleid: csharp/deserialization/object-from-request
        return formatter.Deserialize(new MemoryStream(data));
    }

    public object View()
    {
        // ruleid: csharp/deserialization/object-from-request
        return new LosFormatter().Deserialize(Request.Form["state"]);
    }

    public State Json()
    {
        // ok: csharp/deserialization/object-from-request
        return JsonSerializer.Deserialize<State>(Request.Form["state"]);
    }

    public object Own()
    {
        var formatter = new BinaryFormatter();
        // ok: csharp/deserialization/object-from-request
        return formatter.Deserialize(File.OpenRead("/var/lib/app/state"));
    }

    public int Number()
    {
        // ok: csharp/deserialization/object-from-request
        return int.Parse(Request.Form["state"]);
    }
}
