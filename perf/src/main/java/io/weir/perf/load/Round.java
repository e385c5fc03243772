package io.weir.perf.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What happened in one round.
 *
 * @param seconds that it took
 * @param operations that succeeded in it
 * @param rows that these were about
 * @param failures how many of each name
 * @param serverCpuSeconds processor time of what is measured
 * @param loadCpuSeconds processor time of what measures
 * @param latencyNanos of each that succeeded; of the last round also of those that were answered after it
 */
public record Round(
    double seconds,
    long operations,
    long rows,
    Map<String, Long> failures,
    double serverCpuSeconds,
    double loadCpuSeconds,
    Histogram latencyNanos) {

  /** With what was still to come when it was over; that adds to neither its length nor its operations. */
  Round withTail(OperationCounters.Count tail, int unanswered) {
    var failed = new TreeMap<>(failures);
    tail.failures().forEach((name, count) -> failed.merge(name, count, Long::sum));
    if (unanswered > 0) {
      failed.put(Driver.UNANSWERED, (long) unanswered);
    }
    var latency = latencyNanos.copy();
    latency.add(tail.latencyNanos());
    return new Round(seconds, operations, rows, failed, serverCpuSeconds, loadCpuSeconds, latency);
  }
}
