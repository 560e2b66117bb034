using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Data;
using System.Management.Automation;
using Microsoft.CodeAnalysis.CSharp.Scripting;

public class Formulas : Controller
{
    public void Calculate()
    {
        // ruleid: csharp/code-injection/code-from-request
        CSharpScript.EvaluateAsync(Request.Query["formula"]);
    }

    public void Script()
    {
        string text = "Get-Item " + Request.Form["name"];
        // ruleid: csharp/code-injection/code-from-request
        PowerShell.Create().AddScript(text);
    }

    public void Table(DataTable table)
    {
        // ruleid: csharp/code-injection/code-from-request
        table.Compute(Request.Headers["X-Formula"], "");
    }

    public void Fixed()
    {
        string formula = "1 + 1";
        // ok: csharp/code-injection/code-from-request
        CSharpScript.EvaluateAsync(formula);
    }

    public void Number(DataTable table)
    {
        // ok: csharp/code-injection/code-from-request
        table.Compute("2 * " + int.Parse(Request.Query["factor"]), "");
    }

    public void OneOf()
    {
        string formula = Request.Query["formula"];
        // ok: csharp/code-injection/code-from-request
        if (formula == "a + b") CSharpScript.EvaluateAsync(formula);
    }
}
