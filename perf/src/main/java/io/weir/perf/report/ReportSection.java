package io.weir.perf.report;

import io.weir.perf.result.Measurement;
import io.weir.perf.result.ReportTable;
import java.util.List;

/**
 * A section of the report: plots and the numbers for them.
 *
 * @param note for the reader
 * @param plots as HTML
 */
record ReportSection(
    String title, String note, List<String> plots, List<Measurement> measurements) {

  boolean isThere() {
    return !measurements.isEmpty();
  }

  ReportTable table() {
    return Tables.measurements(measurements);
  }

  String html() {
    var drawn =
        plots.isEmpty() ? "" : "<div class=\"plots\">\n" + String.join("", plots) + "</div>\n";
    return "<h2>" + ReportTable.escape(title) + "</h2>\n<p class=\"note\">"
        + ReportTable.escape(note) + "</p>\n" + drawn + "<details><summary>Numbers</summary>"
        + table().html() + "</details>\n";
  }
}
