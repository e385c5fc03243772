package io.weir.api.xml;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An XML element with either text or child elements. Attributes and namespaces of a parsed document
 * are ignored. Immutable.
 *
 * @param text without surrounding white space, unless it was parsed verbatim; empty if there are
 *     children
 */
public record Element(String name, String text, List<Element> children) {

  public Element {
    children = List.copyOf(children);
  }

  /** Returns an element with text. */
  public static Element text(String name, String text) {
    return new Element(name, text, List.of());
  }

  /** Returns an element with children. */
  public static Element of(String name, Element... children) {
    return new Element(name, "", List.of(children));
  }

  /** Parses a document and returns its root element. Fails as the package describes. */
  public static Element parse(byte[] document) {
    return new ElementReader().read(document);
  }

  /**
   * Parses a document whose elements with text keep their white space. Fails as the package
   * describes.
   *
   * @param maxBytes length of the longest accepted document
   */
  public static Element parseVerbatim(byte[] document, int maxBytes) {
    return parseVerbatim(document, maxBytes, ElementReader.MAX_ELEMENTS);
  }

  /** Parses a long document as {@link #parseVerbatim(byte[], int)} does. */
  static Element parseVerbatim(byte[] document, int maxBytes, int maxElements) {
    return new ElementReader(maxBytes, maxElements, text -> text).read(document);
  }

  /** Returns a document with this element as its root, in UTF-8 and with an XML declaration. */
  public byte[] document() {
    return ElementWriter.write(this, true, Map.of());
  }

  /** Returns a document whose root has these attributes. */
  public byte[] document(Map<String, String> attributes) {
    return ElementWriter.write(this, true, attributes);
  }

  /** Returns this element without an XML declaration. */
  public byte[] fragment() {
    return ElementWriter.write(this, false, Map.of());
  }

  /** Returns this element. Fails unless it has the expected name. */
  public Element requireName(String expected) {
    if (!name.equals(expected)) {
      throw malformed("expected=" + expected);
    }
    return this;
  }

  /** Returns the children. Fails if one has another name, or if there is text. */
  public List<Element> list(String child) {
    if (!text.isEmpty() || all(child).count() < children.size()) {
      throw malformed("expected=" + child + " in=" + name);
    }
    return children;
  }

  /**
   * Returns this element. Fails if it has text, a child with another name, or two children with the
   * same name.
   */
  public Element requireOnly(String... names) {
    if (!text.isEmpty()) {
      throw malformed("expected=elements in=" + name);
    }
    for (var child : children) {
      if (!Set.of(names).contains(child.name)) {
        throw malformed("element=" + child.name + " in=" + name);
      }
      if (all(child.name).count() > 1) {
        throw malformed("elementGivenTwice=" + child.name + " in=" + name);
      }
    }
    return this;
  }

  /** Returns the children with this name, in order. */
  public Stream<Element> all(String child) {
    return children.stream().filter(element -> element.name.equals(child));
  }

  public Optional<Element> find(String child) {
    return all(child).findFirst();
  }

  /**
   * Returns the first child with this name. Fails with {@code MissingRequiredXmlNode} if there is
   * none.
   */
  public Element require(String child) {
    return find(child)
        .orElseThrow(() -> new InvalidRequestException(
            ErrorCode.MISSING_REQUIRED_XML_NODE, "element=" + child + " in=" + name));
  }

  /** Returns the boolean value of a required child, written {@code true} or {@code false}. */
  public boolean flag(String child) {
    var value = require(child);
    return switch (value.text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw value.invalidValue("true|false");
    };
  }

  /**
   * Returns the integer value of a required child. Fails unless it lies between {@code from} and
   * {@code to}, both inclusive.
   */
  public int number(String child, int from, int to) {
    var value = require(child);
    try {
      var number = Integer.parseInt(value.text);
      if (number >= from && number <= to) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw value.invalidValue("number");
    }
    throw value.invalidValue("number from=" + from + " to=" + to);
  }

  /** Returns the failure for an element with an invalid text. */
  public InvalidRequestException invalidValue(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_XML_NODE_VALUE, "element=" + name + " expected=" + expected);
  }

  private static InvalidRequestException malformed(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_XML_DOCUMENT, facts);
  }
}
