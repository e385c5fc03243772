package io.weir.server.settings;

import io.weir.api.xml.Element;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A stored access policy. Each of its terms may be absent; a signature that refers to the policy
 * must then contain the term.
 *
 * @param id name of the policy, 1 to 64 characters
 * @param start start of the validity period, in the form that {@link SasTime} writes
 * @param expiry end of the validity period, in the same form
 * @param permission letters of the permitted operations
 */
public record AccessPolicy(
    String id, Optional<String> start, Optional<String> expiry, Optional<String> permission) {

  static final String ELEMENT = "SignedIdentifier";

  private static final int MAX_ID_CHARACTERS = 64;

  /** @param known the letters of operations on the kind of resource */
  static AccessPolicy read(Element identifier, String known) {
    identifier.requireOnly("Id", "AccessPolicy");
    var id = identifier.require("Id");
    if (id.text().isEmpty() || id.text().length() > MAX_ID_CHARACTERS) {
      throw id.invalidValue("text lengthFrom=1 lengthTo=" + MAX_ID_CHARACTERS);
    }
    var terms = identifier
        .find("AccessPolicy")
        .orElseGet(() -> Element.of("AccessPolicy"))
        .requireOnly("Start", "Expiry", "Permission");
    return new AccessPolicy(
        id.text(),
        given(terms, "Start").map(AccessPolicy::time),
        given(terms, "Expiry").map(AccessPolicy::time),
        given(terms, "Permission").map(element -> letters(element, known)));
  }

  Element element() {
    var terms = new ArrayList<Element>();
    start.ifPresent(text -> terms.add(Element.text("Start", text)));
    expiry.ifPresent(text -> terms.add(Element.text("Expiry", text)));
    permission.ifPresent(text -> terms.add(Element.text("Permission", text)));
    return Element.of(
        ELEMENT, Element.text("Id", id), Element.of("AccessPolicy", terms.toArray(Element[]::new)));
  }

  private static Optional<Element> given(Element terms, String name) {
    return terms.find(name).filter(term -> !term.text().isEmpty());
  }

  private static String time(Element element) {
    return SasTime.parse(element.text())
        .map(SasTime::text)
        .orElseThrow(() -> element.invalidValue("date"));
  }

  private static String letters(Element element, String known) {
    var given = Stream.of(known.split("")).filter(element.text()::contains).toList();
    if (given.size() != element.text().length()) {
      throw element.invalidValue("lettersOf:" + known);
    }
    return element.text();
  }
}
