import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.xml.parsers.*;
import javax.xml.stream.XMLInputFactory;

class Documents extends HttpServlet {
    void parse(InputStream in) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        // ruleid: java/xxe/parser-with-entities
        factory.newDocumentBuilder().parse(in);
    }

    void allowed(SAXParserFactory factory) throws Exception {
        // ruleid: java/xxe/parser-with-entities
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", false);
    }

    void stream(InputStream in) throws Exception {
        // ruleid: java/xxe/parser-with-entities
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.createXMLStreamReader(in);
    }

    void without(InputStream in) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        // ok: java/xxe/parser-with-entities
        factory.newDocumentBuilder().parse(in);
    }

    void noEntities(InputStream in) throws Exception {
        // ok: java/xxe/parser-with-entities
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.createXMLStreamReader(in);
    }

    void off(SAXParserFactory factory) throws Exception {
        boolean wanted = false;
        // ok: java/xxe/parser-with-entities
        factory.setFeature("http://xml.org/sax/features/external-general-entities", wanted);
    }
}
