package io.weir.server.xml;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An element that holds text or other elements. Attributes and namespaces are not looked at: the protocol uses none. Immutable.
 *
 * @param text without the white space around it; empty when there are children
 */
public record Element(String name, String text, List<Element> children) {

  public Element {
    children = List.copyOf(children);
  }

  /** One that holds text. */
  public static Element text(String name, String text) {
    return new Element(name, text, List.of());
  }

  /** One that holds others. */
  public static Element of(String name, Element... children) {
    return new Element(name, "", List.of(children));
  }

  /** Reads a document and answers its outermost element. Fails as the package says. */
  public static Element parse(byte[] document) {
    return new ElementReader().read(document);
  }

  /** The document of which this is the outermost element, in UTF-8, with its declaration. */
  public byte[] document() {
    return ElementWriter.write(this, true);
  }

  /** This element alone, as it may stand inside a document. */
  public byte[] fragment() {
    return ElementWriter.write(this, false);
  }

  /** Makes sure of the name. */
  public Element requireName(String expected) {
    if (!name.equals(expected)) {
      throw malformed("expected=" + expected);
    }
    return this;
  }

  /** The children, after making sure that all have this name, and that there is no text. */
  public List<Element> list(String child) {
    if (!text.isEmpty() || all(child).count() < children.size()) {
      throw malformed("expected=" + child + " in=" + name);
    }
    return children;
  }

  /** Makes sure that each child has one of these names, and none stands twice. */
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

  /** The children of that name, in their order. */
  public Stream<Element> all(String child) {
    return children.stream().filter(element -> element.name.equals(child));
  }

  public Optional<Element> find(String child) {
    return all(child).findFirst();
  }

  /** A child that must be there. Fails with {@code MissingRequiredXmlNode}. */
  public Element require(String child) {
    return find(child)
        .orElseThrow(() -> new InvalidRequestException(
            ErrorCode.MISSING_REQUIRED_XML_NODE, "element=" + child + " in=" + name));
  }

  /** The text {@code true} or {@code false} of a child that must be there. */
  public boolean flag(String child) {
    var value = require(child);
    return switch (value.text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw value.invalidValue("true|false");
    };
  }

  /** The whole number of a child that must be there, within bounds that it may touch. */
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

  /** The failure of an element whose text is not what it should be. */
  public InvalidRequestException invalidValue(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_XML_NODE_VALUE, "element=" + name + " expected=" + expected);
  }

  private static InvalidRequestException malformed(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_XML_DOCUMENT, facts);
  }
}
