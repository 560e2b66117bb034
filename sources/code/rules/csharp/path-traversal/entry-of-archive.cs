using System.IO;
using System.IO.Compression;

public class Archives
{
    public void Extract(ZipArchiveEntry entry, string folder)
    {
        // ruleid: csharp/path-traversal/entry-of-archive
        entry.ExtractToFile(Path.Combine(folder, entry.FullName));
    }

    public void Create(ZipArchiveEntry entry)
    {
        string path = "/srv/site/" + entry.FullName;
        // ruleid: csharp/path-traversal/entry-of-archive
        File.Create(path);
    }

    public void All(ZipArchive archive, string folder)
    {
        foreach (var entry in archive.Entries)
        {
            // ruleid: csharp/path-traversal/entry-of-archive
            entry.ExtractToFile(Path.Combine(folder, entry.FullName), true);
        }
    }

    public void Named(ZipArchiveEntry entry, string folder)
    {
        // ok: csharp/path-traversal/entry-of-archive
        entry.ExtractToFile(Path.Combine(folder, Path.GetFileName(entry.FullName)));
    }

    public void Checked(ZipArchiveEntry entry, string folder)
    {
        string path = Path.GetFullPath(Path.Combine(folder, entry.FullName));
        // ok: csharp/path-traversal/entry-of-archive
        if (path.StartsWith(folder)) entry.ExtractToFile(path);
    }

    public void Fixed(ZipArchiveEntry entry)
    {
        string path = "/srv/site/index.html";
        // ok: csharp/path-traversal/entry-of-archive
        entry.ExtractToFile(path);
    }
}
