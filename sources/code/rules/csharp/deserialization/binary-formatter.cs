using System.IO;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text.Json;

public class Bytes
{
    public object Read(Stream data)
    {
        // ruleid: csharp/deserialization/binary-formatter
        return new BinaryFormatter().Deserialize(data);
    }

    public object FromFile(string path)
    {
        var formatter = new BinaryFormatter();
        // ruleid: csharp/deserialization/binary-formatter
        return formatter.Deserialize(File.OpenRead(path));
    }

    public object FromBytes(byte[] bytes)
    {
        var formatter = new BinaryFormatter();
        var stream = new MemoryStream(bytes);
        // ruleid: csharp/deserialization/binary-formatter
        return formatter.Deserialize(stream);
    }

    public State Json(Stream data)
    {
        // ok: csharp/deserialization/binary-formatter
        return JsonSerializer.Deserialize<State>(data);
    }

    public void Write(Stream data, State state)
    {
        var formatter = new BinaryFormatter();
        // ok: csharp/deserialization/binary-formatter
        formatter.Serialize(data, state);
    }

    public int Number(BinaryReader reader)
    {
        var same = reader;
        // ok: csharp/deserialization/binary-formatter
        return same.ReadInt32();
    }
}
