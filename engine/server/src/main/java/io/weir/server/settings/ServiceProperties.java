package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.server.xml.Element;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The properties of an account's table service, as texts that can be kept: a section's element by the section's name. Immutable.
 *
 * @param texts checked; a section that is not there was not set
 */
public record ServiceProperties(Map<String, String> texts) {

  private static final String ELEMENT = "StorageServiceProperties";

  public ServiceProperties {
    texts = Map.copyOf(texts);
  }

  /** Reads what a request sets. Fails as {@link io.weir.server.xml} says. */
  public static ServiceProperties parse(byte[] document) {
    var properties = Element.parse(document)
        .requireName(ELEMENT)
        .requireOnly(PropertySection.ALL.stream().map(PropertySection::element).toArray(String[]::new));
    var texts = new LinkedHashMap<String, String>();
    for (var section : PropertySection.ALL) {
      section
          .in(properties)
          .ifPresent(
              element -> texts.put(section.element(), new String(element.fragment(), UTF_8)));
    }
    return new ServiceProperties(texts);
  }

  /** All sections; of one that was not set, what holds then. */
  public byte[] document() {
    return Element.of(ELEMENT, PropertySection.ALL.stream().map(this::element).toArray(Element[]::new))
        .document();
  }

  private Element element(PropertySection section) {
    var text = texts.get(section.element());
    return text == null ? section.unset() : Element.parse(text.getBytes(UTF_8));
  }
}
