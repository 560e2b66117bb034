using System;
using System.Text.RegularExpressions;

public class Patterns
{
    // ruleid: csharp/redos/slow-expression
    private static readonly Regex Words = new Regex("^(a+)+$");

    public bool Lines(string text)
    {
        // ruleid: csharp/redos/slow-expression
        return Regex.IsMatch(text, "(x+x+)+y");
    }

    public Match Throughvariable(string text)
    {
        string expression = "^(b+)+$";
        // ruleid: csharp/redos/slow-expression
        return Regex.Match(text, expression);
    }

    // ok: csharp/redos/slow-expression
    private static readonly Regex Number = new Regex("^[0-9]{1,9}$");

    public bool Simple(string text)
    {
        // ok: csharp/redos/slow-expression
        return Regex.IsMatch(text, "^a+$");
    }

    public Regex Timed()
    {
        string expression = "^(a+)+$";
        // ok: csharp/redos/slow-expression
        return new Regex(expression, RegexOptions.None, TimeSpan.FromSeconds(1));
    }
}
