package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.xml.Element;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The properties of an account's table service, in the stored form: the XML text of each section by
 * the section's name. Immutable.
 *
 * @param texts validated sections; a section that was never set is absent
 */
public record ServiceProperties(Map<String, String> texts) {

  private static final String ELEMENT = "StorageServiceProperties";

  public ServiceProperties {
    texts = Map.copyOf(texts);
  }

  /** Parses the sections in a document. Fails as {@link io.weir.api.xml} describes. */
  public static ServiceProperties parse(byte[] document) {
    var properties = Element.parse(document)
        .requireName(ELEMENT)
        .requireOnly(
            PropertySection.ALL.stream().map(PropertySection::element).toArray(String[]::new));
    var texts = new LinkedHashMap<String, String>();
    for (var section : PropertySection.ALL) {
      section
          .in(properties)
          .ifPresent(
              element -> texts.put(section.element(), new String(element.fragment(), UTF_8)));
    }
    return new ServiceProperties(texts);
  }

  /**
   * Returns a document with all sections. A section that was never set appears with its default.
   */
  public byte[] document() {
    return Element.of(
            ELEMENT, PropertySection.ALL.stream().map(this::element).toArray(Element[]::new))
        .document();
  }

  private Element element(PropertySection section) {
    var text = texts.get(section.element());
    return text == null ? section.unset() : Element.parse(text.getBytes(UTF_8));
  }
}
