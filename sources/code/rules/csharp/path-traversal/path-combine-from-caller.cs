using System.IO;

public class Store
{
    public string Read(string name)
    {
        // ruleid: csharp/path-traversal/path-combine-from-caller
        return File.ReadAllText(Path.Combine("/srv/files", name));
    }

    public void Write(string name, byte[] data)
    {
        string path = Path.Combine("/srv/files", name);
        // ruleid: csharp/path-traversal/path-combine-from-caller
        File.WriteAllBytes(path, data);
    }

    public Stream Open(string name)
    {
        // ruleid: csharp/path-traversal/path-combine-from-caller
        return new FileStream(Path.Combine("/srv/files", name), FileMode.Open);
    }

    public string Named(string name)
    {
        // ok: csharp/path-traversal/path-combine-from-caller
        return File.ReadAllText(Path.Combine("/srv/files", Path.GetFileName(name)));
    }

    public string Fixed()
    {
        string name = "terms.txt";
        // ok: csharp/path-traversal/path-combine-from-caller
        return File.ReadAllText(Path.Combine("/srv/files", name));
    }

    public string Checked(string name)
    {
        if (name.Contains("..")) return "";
        // ok: csharp/path-traversal/path-combine-from-caller
        return File.ReadAllText(Path.Combine("/srv/files", name));
    }
}
