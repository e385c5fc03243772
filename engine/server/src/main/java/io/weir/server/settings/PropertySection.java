package io.weir.server.settings;

import io.weir.api.xml.Element;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A section of the service properties. A client can set each section separately.
 *
 * @param element name of the section's XML element and of its stored text; stores contain it, so it
 *     must not change
 * @param validator validates a section that a client sends and returns it in the stored form
 * @param unset the value of a section that was never set
 */
record PropertySection(String element, UnaryOperator<Element> validator, Element unset) {

  static final PropertySection CORS = new PropertySection(
      "Cors", element -> CorsRules.read(element).element(), CorsRules.NONE.element());

  /** All sections, in the order of the document. */
  static final List<PropertySection> ALL = List.of(
      new PropertySection("Logging", Analytics::logging, Analytics.NO_LOGGING),
      new PropertySection("HourMetrics", Analytics::metrics, Analytics.noMetrics("HourMetrics")),
      new PropertySection(
          "MinuteMetrics", Analytics::metrics, Analytics.noMetrics("MinuteMetrics")),
      CORS);

  /** Returns the section in its stored form; empty if the document does not contain it. */
  Optional<Element> in(Element properties) {
    return properties.find(element).map(validator);
  }
}
