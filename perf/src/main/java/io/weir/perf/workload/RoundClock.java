package io.weir.perf.workload;

import io.weir.perf.process.Cpu;
import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The clock and the processor times at the beginning of a round that its measuring thread ends. */
public record RoundClock(Cpu server, Duration serverUsed, Duration loadUsed, long nanos) {

  private static final int DIGITS = 3;

  /**
   * Begins a round.
   *
   * @param server processor time that counts as the server's
   */
  public static RoundClock begin(Cpu server) {
    return new RoundClock(server, server.used(), Cpu.ofThisProcess().used(), System.nanoTime());
  }

  /** Returns an empty histogram of nanoseconds. */
  public static Histogram latencies() {
    return new Histogram(OperationCounters.LONGEST_NANOS, DIGITS);
  }

  /** Ends the round of one operation, which lasted as long as the round. */
  public Round end(long rows) {
    var whole = latencies();
    whole.recordValue(Math.min(System.nanoTime() - nanos, OperationCounters.LONGEST_NANOS));
    return end(1, rows, whole);
  }

  /** Ends the round. */
  public Round end(long operations, long rows, Histogram latencyNanos) {
    var passed = System.nanoTime() - nanos;
    return new Round(
        passed / 1e9,
        operations,
        rows,
        Map.of(),
        seconds(server.used().minus(serverUsed)),
        seconds(Cpu.ofThisProcess().used().minus(loadUsed)),
        latencyNanos);
  }

  private static double seconds(Duration duration) {
    return Math.max(0, duration.toNanos() / 1e9);
  }
}
