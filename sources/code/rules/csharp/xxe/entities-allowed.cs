using System.Xml;

public class Readers
{
    public void Parse(XmlReaderSettings settings)
    {
        // ruleid: csharp/xxe/entities-allowed
        settings.DtdProcessing = DtdProcessing.Parse;
    }

    public XmlReaderSettings Made()
    {
        // ruleid: csharp/xxe/entities-allowed
        return new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse };
    }

    public void Resolver(XmlDocument document)
    {
        // ruleid: csharp/xxe/entities-allowed
        document.XmlResolver = new XmlUrlResolver();
    }

    public void Prohibit(XmlReaderSettings settings)
    {
        // ok: csharp/xxe/entities-allowed
        settings.DtdProcessing = DtdProcessing.Prohibit;
    }

    public void NoResolver(XmlDocument document)
    {
        // ok: csharp/xxe/entities-allowed
        document.XmlResolver = null;
    }

    public XmlReaderSettings Plain()
    {
        // ok: csharp/xxe/entities-allowed
        var settings = new XmlReaderSettings();
        return settings;
    }
}
