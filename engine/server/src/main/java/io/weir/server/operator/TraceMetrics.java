package io.weir.server.operator;

import io.micrometer.core.instrument.FunctionCounter;
import java.util.concurrent.atomic.LongAdder;

/** Meters of the export of traces. Any thread. The registry does not hold the counts. */
public final class TraceMetrics {

  private TraceMetrics() {}

  /**
   * Registers the meters. The caller keeps the counts while they are scraped.
   *
   * @param sent spans that the collector took
   * @param failed spans that it did not take
   */
  public static void bind(ServerMetrics metrics, LongAdder sent, LongAdder failed) {
    register(metrics, sent, "sent");
    register(metrics, failed, "failed");
  }

  private static void register(ServerMetrics metrics, LongAdder count, String outcome) {
    FunctionCounter.builder("weir.trace.spans", count, LongAdder::sum)
        .description("Spans of requests that were sent to the collector, or could not be.")
        .tag("outcome", outcome)
        .register(metrics.registry());
  }
}
