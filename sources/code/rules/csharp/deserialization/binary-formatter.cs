using System.IO;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text.Json;

class Reader
{
    object One(Stream stream)
    {
        // ruleid: csharp/deserialization/binary-formatter
        return new BinaryFormatter().Deserialize(stream);
    }

    object Two(Stream stream)
    {
        BinaryFormatter formatter = new BinaryFormatter();
        // ruleid: csharp/deserialization/binary-formatter
        return formatter.Deserialize(stream);
    }

    object Three(BinaryFormatter formatter, Stream stream)
    {
        // ruleid: csharp/deserialization/binary-formatter
        return formatter.Deserialize(stream);
    }

    object Json(string text)
    {
        // ok: csharp/deserialization/binary-formatter
        return JsonSerializer.Deserialize<object>(text);
    }

    void Writes(BinaryFormatter formatter, Stream stream, object value)
    {
        // ok: csharp/deserialization/binary-formatter
        formatter.Serialize(stream, value);
    }

    object Other(Formats formats, Stream stream)
    {
        Formats mine = formats;
        // ok: csharp/deserialization/binary-formatter
        return mine.Deserialize(stream);
    }
}
