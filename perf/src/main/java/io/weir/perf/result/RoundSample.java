package io.weir.perf.result;

import io.weir.perf.load.Round;
import java.util.Map;

/** What a round leaves behind; as in {@link Round}, but with latency in a few numbers. */
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

  /** Microseconds of the server's processor for each operation; of one at least, so that it is a number. */
  public double serverCpuMicros() {
    return serverCpuSeconds * 1e6 / Math.max(1, operations);
  }

  /** The same for each row. */
  public double serverCpuMicrosARow() {
    return serverCpuSeconds * 1e6 / Math.max(1, rows);
  }

  /** Microseconds of the load's processor for each operation. */
  public double loadCpuMicros() {
    return loadCpuSeconds * 1e6 / Math.max(1, operations);
  }
}
