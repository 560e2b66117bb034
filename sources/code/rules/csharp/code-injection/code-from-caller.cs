using System.Data;
using System.Management.Automation;
using Microsoft.CodeAnalysis.CSharp.Scripting;

public class Scripts
{
    public void Run(string code)
    {
        // ruleid: csharp/code-injection/code-from-caller
        CSharpScript.EvaluateAsync(code);
    }

    public void Shell(string name)
    {
        string text = "Get-Item " + name;
        // ruleid: csharp/code-injection/code-from-caller
        PowerShell.Create().AddScript(text);
    }

    public object Compute(string formula)
    {
        // ruleid: csharp/code-injection/code-from-caller
        return new DataTable().Compute(formula, "");
    }

    public void Fixed()
    {
        string code = "1 + 1";
        // ok: csharp/code-injection/code-from-caller
        CSharpScript.EvaluateAsync(code);
    }

    public object Number(int factor)
    {
        // ok: csharp/code-injection/code-from-caller
        return new DataTable().Compute("2 * " + factor, "");
    }

    public void Parsed(string factor)
    {
        // ok: csharp/code-injection/code-from-caller
        CSharpScript.EvaluateAsync("2 * " + double.Parse(factor));
    }
}
