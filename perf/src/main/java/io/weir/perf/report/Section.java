package io.weir.perf.report;

import io.weir.perf.load.Measurement;
import java.util.List;

/**
 * A part of the report: some plots, and the numbers behind them.
 *
 * @param note what one should know of it
 * @param plots as HTML
 */
record Section(String title, String note, List<String> plots, List<Measurement> measurements) {

  boolean isThere() {
    return !measurements.isEmpty();
  }

  Grid table() {
    return Tables.measurements(measurements);
  }

  String html() {
    var drawn =
        plots.isEmpty() ? "" : "<div class=\"plots\">\n" + String.join("", plots) + "</div>\n";
    return "<h2>" + Html.escape(title) + "</h2>\n<p class=\"note\">" + Html.escape(note) + "</p>\n"
        + drawn + "<details><summary>Numbers</summary>" + table().html() + "</details>\n";
  }
}
