package io.weir.perf.workload;

import java.time.Duration;

/**
 * Reads clocks and counters at the borders of rounds. Belongs to the thread that waits for them.
 */
final class RoundMeter {

  private final Driver driver;
  private final OperationCounters tally;
  private long sinceNanos;
  private Duration serverCpu = Duration.ZERO;
  private Duration loadCpu = Duration.ZERO;

  RoundMeter(Driver driver, OperationCounters tally) {
    this.driver = driver;
    this.tally = tally;
  }

  /** Drops everything counted so far. */
  void begin() {
    var unused = cut();
  }

  /** Returns everything counted since the last cut. */
  Round cut() {
    var server = driver.server().used();
    var load = driver.load().used();
    var count = tally.cut();
    var nanos = driver.time().now();
    var round = new Round(
        (nanos - sinceNanos) / 1e9,
        count.latencyNanos().getTotalCount(),
        count.rows(),
        count.failures(),
        seconds(server.minus(serverCpu)),
        seconds(load.minus(loadCpu)),
        count.latencyNanos());
    sinceNanos = nanos;
    serverCpu = server;
    loadCpu = load;
    return round;
  }

  private static double seconds(Duration duration) {
    return Math.max(0, duration.toNanos() / 1e9);
  }
}
