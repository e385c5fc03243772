package io.weir.api.xml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes elements in UTF-8, without white space between them. */
final class ElementWriter {

  private ElementWriter() {}

  static byte[] write(Element element, boolean declared, Map<String, String> attributes) {
    var out = new ByteArrayOutputStream();
    try {
      var xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, UTF_8.name());
      if (declared) {
        xml.writeStartDocument("utf-8", "1.0");
      }
      write(element, attributes, xml);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("Cannot write the element. element=" + element.name(), e);
    }
    return out.toByteArray();
  }

  private static void write(Element element, Map<String, String> attributes, XMLStreamWriter xml)
      throws XMLStreamException {
    if (element.text().isEmpty() && element.children().isEmpty() && attributes.isEmpty()) {
      xml.writeEmptyElement(element.name());
      return;
    }
    xml.writeStartElement(element.name());
    for (var attribute : attributes.entrySet()) {
      xml.writeAttribute(attribute.getKey(), attribute.getValue());
    }
    writeText(element.text(), xml);
    for (var child : element.children()) {
      write(child, Map.of(), xml);
    }
    xml.writeEndElement();
  }

  /**
   * Writes a carriage return as a reference: a parser turns a bare one into a line feed (XML 1.0,
   * section 2.11).
   */
  private static void writeText(String text, XMLStreamWriter xml) throws XMLStreamException {
    var from = 0;
    for (var at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', from)) {
      xml.writeCharacters(text.substring(from, at));
      xml.writeEntityRef("#xD");
      from = at + 1;
    }
    xml.writeCharacters(text.substring(from));
  }
}
