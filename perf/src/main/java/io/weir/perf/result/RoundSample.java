package io.weir.perf.result;

import io.weir.perf.load.Round;
import java.util.Map;

/** A {@link Round} as it is stored, with latency in a few numbers. */
public record RoundSample(
    double seconds,
    long operations,
    long rows,
    Map<String, Long> failures,
    double serverCpuSeconds,
    double loadCpuSeconds,
    Latency latency) {

  public RoundSample {
    failures = Map.copyOf(failures);
  }

  static RoundSample of(Round round) {
    return new RoundSample(
        round.seconds(),
        round.operations(),
        round.rows(),
        round.failures(),
        round.serverCpuSeconds(),
        round.loadCpuSeconds(),
        Latency.of(round.latencyNanos()));
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
  public double serverCpuMicrosARow() {
    return serverCpuSeconds * 1e6 / Math.max(1, rows);
  }

  /** Returns the load's processor time per operation in µs. */
  public double loadCpuMicros() {
    return loadCpuSeconds * 1e6 / Math.max(1, operations);
  }
}
