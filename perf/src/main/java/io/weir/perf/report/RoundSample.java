package io.weir.perf.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.weir.perf.workload.Round;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A {@link Round} as it is stored, with latency in a few numbers. */
public record RoundSample(
    double seconds,
    long operations,
    long rows,
    Map<String, Long> failures,
    double serverCpuSeconds,
    double loadCpuSeconds,
    Latency latency,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Double> numbers) {

  /** Results that were stored by an older build have no further numbers. */
  public RoundSample {
    failures = Map.copyOf(failures);
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
  }

  /** A sample without further numbers. */
  public RoundSample(
      double seconds,
      long operations,
      long rows,
      Map<String, Long> failures,
      double serverCpuSeconds,
      double loadCpuSeconds,
      Latency latency) {
    this(seconds, operations, rows, failures, serverCpuSeconds, loadCpuSeconds, latency, Map.of());
  }

  /** Returns a further number by its name; not a number if the sample lacks it. */
  public double number(String name) {
    return numbers.getOrDefault(name, Double.NaN);
  }

  static RoundSample of(Round round) {
    return new RoundSample(
        round.seconds(),
        round.operations(),
        round.rows(),
        round.failures(),
        round.serverCpuSeconds(),
        round.loadCpuSeconds(),
        Latency.of(round.latencyNanos()),
        round.numbers());
  }

  public double perSecond() {
    return operations / seconds;
  }

  public double rowsPerSecond() {
    return rows / seconds;
  }

  /** Returns the server's processor time per operation in µs; at least one operation is assumed. */
  public double serverCpuMicros() {
    return serverCpuSeconds * 1e6 / Math.max(1, operations);
  }

  /** Returns the server's processor time per row in µs. */
  double serverCpuMicrosARow() {
    return serverCpuSeconds * 1e6 / Math.max(1, rows);
  }

  /** Returns the load's processor time per operation in µs. */
  double loadCpuMicros() {
    return loadCpuSeconds * 1e6 / Math.max(1, operations);
  }
}
