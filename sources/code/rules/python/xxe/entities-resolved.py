import xml.sax
import xml.sax.handler

from lxml import etree


def parsers():
    # ruleid: python/xxe/entities-resolved
    etree.XMLParser(resolve_entities=True)
    # ruleid: python/xxe/entities-resolved
    etree.XMLParser(load_dtd=True, no_network=True)
    parser = xml.sax.make_parser()
    # ruleid: python/xxe/entities-resolved
    parser.setFeature(xml.sax.handler.feature_external_ges, True)

    # ok: python/xxe/entities-resolved
    etree.XMLParser(resolve_entities=False)
    # ok: python/xxe/entities-resolved
    etree.XMLParser()
    follow = False
    # ok: python/xxe/entities-resolved
    parser.setFeature(xml.sax.handler.feature_external_ges, follow)
