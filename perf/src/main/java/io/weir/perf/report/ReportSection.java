package io.weir.perf.report;

import java.util.List;

/**
 * A section of the report: plots and the numbers for them.
 *
 * @param note for the reader
 * @param plots those that are drawn
 */
record ReportSection(String title, String note, List<Plot> plots, List<Measurement> measurements) {

  boolean isThere() {
    return !measurements.isEmpty();
  }

  ReportTable table() {
    return ReportTables.measurements(measurements);
  }

  /** Returns the title and the note as Markdown. */
  String heading() {
    return "\n## " + title + "\n\n" + (note.isEmpty() ? "" : note + "\n\n");
  }
}
