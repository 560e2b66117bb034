using System;
using System.Diagnostics;

public class Backup
{
    public void Archive(string folder)
    {
        // ruleid: csharp/command-injection/command-from-caller
        Process.Start("sh", "-c 'tar czf backup.tgz " + folder + "'");
    }

    public void Run(string program)
    {
        // ruleid: csharp/command-injection/command-from-caller
        Process.Start(program);
    }

    public void Built(string arguments)
    {
        var process = new Process();
        process.StartInfo.FileName = "tar";
        // ruleid: csharp/command-injection/command-from-caller
        process.StartInfo.Arguments = arguments;
        process.Start();
    }

    public void Listed(string folder)
    {
        var info = new ProcessStartInfo("tar");
        info.ArgumentList.Add(folder);
        // ok: csharp/command-injection/command-from-caller
        Process.Start(info);
    }

    public void Fixed()
    {
        string arguments = "-p";
        // ok: csharp/command-injection/command-from-caller
        Process.Start("uptime", arguments);
    }

    public void Number(int seconds)
    {
        // ok: csharp/command-injection/command-from-caller
        Process.Start("sleep", seconds.ToString());
    }
}
