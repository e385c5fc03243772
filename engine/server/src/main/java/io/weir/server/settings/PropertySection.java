package io.weir.server.settings;

import io.weir.server.xml.Element;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One part of the properties, which can be set without the others.
 *
 * @param element name of its element, and of the text that keeps it: part of what stores hold
 * @param checked makes of a section that is sent one that is kept; fails where it breaks a rule
 * @param unset what is told of a section that was never set
 */
record PropertySection(String element, UnaryOperator<Element> checked, Element unset) {

  static final PropertySection CORS =
      new PropertySection("Cors", element -> CorsRules.read(element).element(), CorsRules.NONE.element());

  /** In the order in which they are told. */
  static final List<PropertySection> ALL = List.of(
      new PropertySection("Logging", Analytics::logging, Analytics.NO_LOGGING),
      new PropertySection("HourMetrics", Analytics::metrics, Analytics.noMetrics("HourMetrics")),
      new PropertySection("MinuteMetrics", Analytics::metrics, Analytics.noMetrics("MinuteMetrics")),
      CORS);

  /** The section as it is kept, when the document sets it. */
  Optional<Element> in(Element properties) {
    return properties.find(element).map(checked);
  }
}
