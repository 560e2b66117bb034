using System.IO;
using System.Runtime.Serialization;
using System.Text.Json;

public class Formatters
{
    public object Soap(SoapFormatter formatter, Stream data)
    {
        // ruleid: csharp/deserialization/dangerous-formatter
        return formatter.Deserialize(data);
    }

    public object Los()
    {
        // ruleid: csharp/deserialization/dangerous-formatter
        return new LosFormatter();
    }

    public object Contract(Stream data)
    {
        // ruleid: csharp/deserialization/dangerous-formatter
        var serializer = new NetDataContractSerializer();
        return serializer;
    }

    public State Json(Stream data)
    {
        // ok: csharp/deserialization/dangerous-formatter
        return JsonSerializer.Deserialize<State>(data);
    }

    public object Typed(Stream data)
    {
        // ok: csharp/deserialization/dangerous-formatter
        var serializer = new DataContractSerializer(typeof(State));
        return serializer.ReadObject(data);
    }

    public void Write(Stream data, State state)
    {
        // ok: csharp/deserialization/dangerous-formatter
        JsonSerializer.Serialize(data, state);
    }
}
