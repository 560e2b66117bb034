using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Xml;
using System.Xml.XPath;

public class Staff : Controller
{
    public void Person(XmlDocument staff)
    {
        // ruleid: csharp/xpath-injection/query-from-request
        staff.SelectSingleNode("//person[@id='" + Request.Query["id"] + "']");
    }

    public void Team(XmlDocument staff)
    {
        string query = string.Format("//team[name='{0}']", Request.Form["name"]);
        // ruleid: csharp/xpath-injection/query-from-request
        staff.SelectNodes(query);
    }

    public void All(XPathNavigator navigator)
    {
        // ruleid: csharp/xpath-injection/query-from-request
        navigator.Evaluate("//" + Request.Headers["X-Kind"]);
    }

    public void Number(XmlDocument staff)
    {
        int place = int.Parse(Request.Query["place"]);
        // ok: csharp/xpath-injection/query-from-request
        staff.SelectSingleNode($"//person[{place}]");
    }

    public void Fixed(XmlDocument staff)
    {
        string query = "//person";
        // ok: csharp/xpath-injection/query-from-request
        staff.SelectNodes(query);
    }

    public void OneOf(XmlDocument staff)
    {
        string kind = Request.Query["kind"];
        // ok: csharp/xpath-injection/query-from-request
        if (kind == "person") staff.SelectNodes("//" + kind);
    }
}
