package io.weir.api.xml;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads one document within strict limits. Create one reader per document.
 *
 * <p>deliberate: one parser factory per document. Factories are not guaranteed to be thread-safe,
 * and these documents are rare.
 */
final class ElementReader {

  /**
   * Well above the largest settings of the protocol, five rules or policies of a few elements each,
   * three levels deep, and above 32 messages of eight elements.
   */
  static final int MAX_ELEMENTS = 500;

  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final int MAX_DEPTH = 8;
  private static final int MAX_BYTES = 64 * 1024;

  private final int maxBytes;
  private final int maxElements;
  private final UnaryOperator<String> texts;
  private int elements;

  /**
   * Creates a reader of settings, which are short and whose texts have no surrounding white space.
   */
  ElementReader() {
    this(MAX_BYTES, MAX_ELEMENTS, String::strip);
  }

  /**
   * Creates a reader.
   *
   * @param texts returns the text of an element from its characters
   */
  ElementReader(int maxBytes, int maxElements, UnaryOperator<String> texts) {
    this.maxBytes = maxBytes;
    this.maxElements = maxElements;
    this.texts = texts;
  }

  Element read(byte[] document) {
    if (document.length > maxBytes) {
      throw malformed("bytes=" + document.length + " limit=" + maxBytes);
    }
    try {
      var xml = factory().createXMLStreamReader(new StringReader(text(document)));
      try {
        return outermost(xml);
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      var location = e.getLocation();
      throw malformed(
          location == null
              ? "expected=xml"
              : "expected=xml line=" + location.getLineNumber() + " column="
                  + location.getColumnNumber());
    }
  }

  /**
   * Decodes a document. Accepts only UTF-8, with or without a byte order mark.
   *
   * <p>deliberate: the parser does not decode the bytes, because it writes malformed input to
   * standard error.
   */
  private static String text(byte[] document) {
    try {
      var text = UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw malformed("expected=utf8");
    }
  }

  private static XMLInputFactory factory() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    return factory;
  }

  private Element outermost(XMLStreamReader xml) throws XMLStreamException {
    while (true) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          var element = element(xml, 1);
          requireEnd(xml);
          return element;
        }
        case XMLStreamConstants.COMMENT, XMLStreamConstants.SPACE -> {}
        default -> throw malformed("expected=element");
      }
    }
  }

  private Element element(XMLStreamReader xml, int depth) throws XMLStreamException {
    if (++elements > maxElements || depth > MAX_DEPTH) {
      throw malformed("elements=" + elements + " depth=" + depth);
    }
    var name = xml.getLocalName();
    var text = new StringBuilder();
    List<Element> children = new ArrayList<>();
    while (true) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> children.add(element(xml, depth + 1));
        case XMLStreamConstants.END_ELEMENT -> {
          return new Element(name, textOf(name, text, children), children);
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
          text.append(xml.getText());
        case XMLStreamConstants.COMMENT -> {}
        default -> throw malformed("expected=textOrElements in=" + name);
      }
    }
  }

  private String textOf(String name, StringBuilder text, List<Element> children) {
    if (children.isEmpty()) {
      return texts.apply(text.toString());
    }
    if (!text.toString().isBlank()) {
      throw malformed("expected=textOrElements in=" + name);
    }
    return "";
  }

  private static void requireEnd(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext()) {
      xml.next();
    }
  }

  private static InvalidRequestException malformed(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_XML_DOCUMENT, facts);
  }
}
