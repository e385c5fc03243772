package io.weir.perf.tail;

import org.HdrHistogram.Histogram;

/**
 * Latencies of one stretch of time, in nanoseconds.
 *
 * @param collector of the server
 * @param workload its name
 * @param perSecond scheduled operations
 * @param failures operations without an answer, or with a wrong one, those of the control included
 * @param own of the operations, from their scheduled time
 * @param control of the control's operations, from theirs
 * @param forces of the probe's forces
 */
record TailSample(
    Collector collector,
    String workload,
    double perSecond,
    long failures,
    Histogram own,
    Histogram control,
    Histogram forces) {

  private static final double NANOS_A_MILLI = 1e6;

  /** Returns a percentile of the operations in milliseconds. */
  double ownMillis(double percentile) {
    return millis(own, percentile);
  }

  /** Returns a percentile of the control in milliseconds. */
  double controlMillis(double percentile) {
    return millis(control, percentile);
  }

  /** Returns a percentile of the forces in milliseconds. */
  double forceMillis(double percentile) {
    return millis(forces, percentile);
  }

  private static double millis(Histogram latencies, double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_A_MILLI;
  }
}
