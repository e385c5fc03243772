package io.weir.cli.format;

import io.weir.api.QueryReport;
import java.util.Locale;

/** Describes in a line how a query was answered. */
public final class PlanText {

  private static final double NANOS_PER_MILLI = 1e6;

  private PlanText() {}

  /** Returns the report, and the time from the request to the end of the answer. */
  public static String of(QueryReport report, long tookNanos) {
    return String.format(
        Locale.ROOT,
        "%s%s of %,d %s, %,d scanned, %,d returned, %s",
        report.path().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        report.index().isEmpty() ? "" : " " + report.index(),
        report.ranges(),
        report.ranges() == 1 ? "range" : "ranges",
        report.scanned(),
        report.returned(),
        millis(tookNanos));
  }

  /** Returns a time in milliseconds. */
  public static String millis(long nanos) {
    return String.format(Locale.ROOT, "%,.1f ms", nanos / NANOS_PER_MILLI);
  }
}
