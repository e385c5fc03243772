package io.weir.server.settings;

import io.weir.api.xml.Element;
import java.util.ArrayList;

/**
 * Validates the settings of logging and metrics and writes their elements in the order of the
 * protocol.
 */
final class Analytics {

  private static final String VERSION = "1.0";
  private static final int MAX_RETENTION_DAYS = 365;
  private static final Element NO_RETENTION =
      Element.of("RetentionPolicy", Element.text("Enabled", "false"));

  /** The setting that disables logging. */
  static final Element NO_LOGGING = Element.of(
      "Logging",
      Element.text("Version", VERSION),
      Element.text("Delete", "false"),
      Element.text("Read", "false"),
      Element.text("Write", "false"),
      NO_RETENTION);

  private Analytics() {}

  /** Returns the setting that disables metrics. */
  static Element noMetrics(String name) {
    return Element.of(
        name, Element.text("Version", VERSION), Element.text("Enabled", "false"), NO_RETENTION);
  }

  static Element logging(Element logging) {
    logging.requireOnly("Version", "Delete", "Read", "Write", "RetentionPolicy");
    return Element.of(
        logging.name(),
        version(logging),
        flag(logging, "Delete"),
        flag(logging, "Read"),
        flag(logging, "Write"),
        retention(logging.require("RetentionPolicy")));
  }

  /** Returns the validated setting. {@code IncludeAPIs} is required if metrics are enabled. */
  static Element metrics(Element metrics) {
    metrics.requireOnly("Version", "Enabled", "IncludeAPIs", "RetentionPolicy");
    var parts = new ArrayList<Element>();
    parts.add(version(metrics));
    parts.add(flag(metrics, "Enabled"));
    if (metrics.flag("Enabled") || metrics.find("IncludeAPIs").isPresent()) {
      parts.add(flag(metrics, "IncludeAPIs"));
    }
    parts.add(retention(metrics.require("RetentionPolicy")));
    return Element.of(metrics.name(), parts.toArray(Element[]::new));
  }

  /** Returns the validated setting. {@code Days}, 1 to 365, is required if retention is enabled. */
  private static Element retention(Element retention) {
    retention.requireOnly("Enabled", "Days");
    var enabled = flag(retention, "Enabled");
    if (!retention.flag("Enabled")) {
      return Element.of(retention.name(), enabled);
    }
    var days = retention.number("Days", 1, MAX_RETENTION_DAYS);
    return Element.of(retention.name(), enabled, Element.text("Days", Integer.toString(days)));
  }

  private static Element version(Element section) {
    var version = section.require("Version");
    if (!version.text().equals(VERSION)) {
      throw version.invalidValue(VERSION);
    }
    return Element.text("Version", VERSION);
  }

  private static Element flag(Element section, String name) {
    return Element.text(name, Boolean.toString(section.flag(name)));
  }
}
