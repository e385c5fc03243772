package io.weir.perf.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The counts of one round.
 *
 * @param seconds its length
 * @param operations that succeeded in it
 * @param rows of these operations
 * @param failures their number by name
 * @param serverCpuSeconds processor time of the measured process
 * @param loadCpuSeconds processor time of the load
 * @param latencyNanos of each successful operation; the last round also holds those that were
 *     answered after it
 * @param numbers further ones of the round, by a name with its unit
 */
public record Round(
    double seconds,
    long operations,
    long rows,
    Map<String, Long> failures,
    double serverCpuSeconds,
    double loadCpuSeconds,
    Histogram latencyNanos,
    Map<String, Double> numbers) {

  public Round {
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
  }

  /** A round without further numbers. */
  public Round(
      double seconds,
      long operations,
      long rows,
      Map<String, Long> failures,
      double serverCpuSeconds,
      double loadCpuSeconds,
      Histogram latencyNanos) {
    this(
        seconds,
        operations,
        rows,
        failures,
        serverCpuSeconds,
        loadCpuSeconds,
        latencyNanos,
        Map.of());
  }

  /** Returns the round with one number more. */
  public Round with(String name, double value) {
    var all = new LinkedHashMap<>(numbers);
    all.put(name, value);
    return new Round(
        seconds, operations, rows, failures, serverCpuSeconds, loadCpuSeconds, latencyNanos, all);
  }

  /** Returns the number of failed operations. */
  public long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns successful operations a second. */
  public double perSecond() {
    return operations / seconds;
  }

  /**
   * Returns the round with the operations that ended after it; its length and its operations stay
   * the same.
   */
  Round withTail(OperationCounters.Count tail, int unanswered) {
    var failed = new TreeMap<>(failures);
    tail.failures().forEach((name, count) -> failed.merge(name, count, Long::sum));
    if (unanswered > 0) {
      failed.put(Driver.UNANSWERED, (long) unanswered);
    }
    var latency = latencyNanos.copy();
    latency.add(tail.latencyNanos());
    return new Round(
        seconds, operations, rows, failed, serverCpuSeconds, loadCpuSeconds, latency, numbers);
  }
}
