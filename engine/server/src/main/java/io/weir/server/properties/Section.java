package io.weir.server.properties;

import io.weir.server.cors.CorsRules;
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
record Section(String element, UnaryOperator<Element> checked, Element unset) {

  static final Section CORS =
      new Section("Cors", element -> CorsRules.read(element).element(), CorsRules.NONE.element());

  /** In the order in which they are told. */
  static final List<Section> ALL = List.of(
      new Section("Logging", Analytics::logging, Analytics.NO_LOGGING),
      new Section("HourMetrics", Analytics::metrics, Analytics.noMetrics("HourMetrics")),
      new Section("MinuteMetrics", Analytics::metrics, Analytics.noMetrics("MinuteMetrics")),
      CORS);

  /** The section as it is kept, when the document sets it. */
  Optional<Element> in(Element properties) {
    return properties.find(element).map(checked);
  }
}
