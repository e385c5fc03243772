package io.weir.server.stream;

import io.weir.api.QueryReport;

/** How a query was answered, as a header says it: {@code POINT; ranges=1; scanned=1; returned=1}. Any thread. */
final class Plans {

  private Plans() {}

  static String text(QueryReport report) {
    return report.path()
        + "; ranges=" + report.ranges()
        + "; scanned=" + report.scanned()
        + "; returned=" + report.returned();
  }
}
