package io.weir.server.xml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes elements in UTF-8, without white space between them. */
final class ElementWriter {

  private ElementWriter() {}

  static byte[] write(Element element, boolean declared) {
    var out = new ByteArrayOutputStream();
    try {
      var xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, UTF_8.name());
      if (declared) {
        xml.writeStartDocument("utf-8", "1.0");
      }
      write(element, xml);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("Cannot write the element. element=" + element.name(), e);
    }
    return out.toByteArray();
  }

  private static void write(Element element, XMLStreamWriter xml) throws XMLStreamException {
    if (element.text().isEmpty() && element.children().isEmpty()) {
      xml.writeEmptyElement(element.name());
      return;
    }
    xml.writeStartElement(element.name());
    xml.writeCharacters(element.text());
    for (var child : element.children()) {
      write(child, xml);
    }
    xml.writeEndElement();
  }
}
