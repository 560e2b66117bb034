using System;
using System.IO;
using Microsoft.AspNetCore.Mvc;
using System.Xml;

public class Documents : Controller
{
    public void Resolved()
    {
        var document = new XmlDocument();
        document.XmlResolver = new XmlUrlResolver();
        // ruleid: csharp/xxe/xml-from-request
        document.LoadXml(Request.Form["document"]);
    }

    public void Settings()
    {
        var settings = new XmlReaderSettings();
        settings.DtdProcessing = DtdProcessing.Parse;
        // ruleid: csharp/xxe/xml-from-request
        XmlReader.Create(Request.Body, settings);
    }

    public void Given(string text)
    {
        var document = new XmlDocument();
        document.XmlResolver = new XmlUrlResolver();
        // ruleid: csharp/xxe/xml-from-request
        document.LoadXml(text);
    }

    public void NoResolver()
    {
        var document = new XmlDocument();
        document.XmlResolver = null;
        // ok: csharp/xxe/xml-from-request
        document.LoadXml(Request.Form["document"]);
    }

    public void Prohibited()
    {
        var settings = new XmlReaderSettings();
        settings.DtdProcessing = DtdProcessing.Prohibit;
        // ok: csharp/xxe/xml-from-request
        XmlReader.Create(Request.Body, settings);
    }

    public void Own()
    {
        var document = new XmlDocument();
        // ok: csharp/xxe/xml-from-request
        document.Load("menu.xml");
    }
}
