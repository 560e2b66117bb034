using System.Web;
using Microsoft.AspNetCore.Html;

public static class Tags
{
    public static HtmlString Bold(string text)
    {
        // ruleid: csharp/xss/raw-html-from-caller
        return new HtmlString("<b>" + text + "</b>");
    }

    public static HtmlString Raw(string text)
    {
        string whole = $"<p>{text}</p>";
        // ruleid: csharp/xss/raw-html-from-caller
        return new HtmlString(whole);
    }

    public static object Markup(string text)
    {
        // ruleid: csharp/xss/raw-html-from-caller
        return new MarkupString(text);
    }

    public static HtmlString Escaped(string text)
    {
        // ok: csharp/xss/raw-html-from-caller
        return new HtmlString("<b>" + HttpUtility.HtmlEncode(text) + "</b>");
    }

    public static HtmlString Fixed()
    {
        string text = "<hr>";
        // ok: csharp/xss/raw-html-from-caller
        return new HtmlString(text);
    }

    public static HtmlString Number(int count)
    {
        // ok: csharp/xss/raw-html-from-caller
        return new HtmlString("<b>" + count + "</b>");
    }
}
