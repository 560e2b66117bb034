using Newtonsoft.Json;
using System.Web.Script.Serialization;

public class Settings
{
    public object All(string text)
    {
        // ruleid: csharp/deserialization/type-names-in-json
        return JsonConvert.DeserializeObject(text, new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All });
    }

    public void Later(JsonSerializerSettings settings)
    {
        // ruleid: csharp/deserialization/type-names-in-json
        settings.TypeNameHandling = TypeNameHandling.Auto;
    }

    public object Old()
    {
        // ruleid: csharp/deserialization/type-names-in-json
        var serializer = new JavaScriptSerializer(new SimpleTypeResolver());
        return serializer;
    }

    public object None(string text)
    {
        // ok: csharp/deserialization/type-names-in-json
        return JsonConvert.DeserializeObject(text, new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.None });
    }

    public object Typed(string text)
    {
        // ok: csharp/deserialization/type-names-in-json
        var settings = new JsonSerializerSettings();
        return JsonConvert.DeserializeObject<State>(text, settings);
    }

    public object Plain()
    {
        // ok: csharp/deserialization/type-names-in-json
        return new JavaScriptSerializer();
    }
}
