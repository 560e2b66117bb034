using System.IO;

public class Temporary
{
    public void Fixed(string text)
    {
        // ruleid: csharp/files/temporary-name
        File.WriteAllText("/tmp/report.txt", text);
    }

    public void InFolder(string text)
    {
        // ruleid: csharp/files/temporary-name
        File.WriteAllText(Path.Combine(Path.GetTempPath(), "report.txt"), text);
    }

    public object ThroughVariable()
    {
        string path = "/tmp/cache.bin";
        // ruleid: csharp/files/temporary-name
        return new StreamWriter(path);
    }

    public void Random(string text)
    {
        // ok: csharp/files/temporary-name
        File.WriteAllText(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName()), text);
    }

    public void Own(string text)
    {
        string path = "/var/lib/app/report.txt";
        // ok: csharp/files/temporary-name
        File.WriteAllText(path, text);
    }

    public object Made()
    {
        // ok: csharp/files/temporary-name
        return new StreamWriter(Path.GetTempFileName());
    }
}
