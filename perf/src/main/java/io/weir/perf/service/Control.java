package io.weir.perf.service;

import io.weir.perf.process.ForceProbe;
import io.weir.perf.process.Surroundings;
import io.weir.perf.scenario.Disturbance;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.TurnRunner;
import io.weir.perf.workload.OpenLoop;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.Rounds;
import io.weir.perf.workload.Workload;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * A schedule against a bare endpoint, and one of forces of a file, which run as long as a sample
 * beside it. What is ours is the latency of the sample minus that of the control.
 *
 * <p>Belongs to the launcher's thread. The control has threads of its own, so that neither load
 * delays the other.
 *
 * @param table of the bare endpoint
 * @param workload that the bare endpoint offers
 * @param length of the sample
 */
record Control(
    Surroundings surroundings,
    LoadedTable table,
    Workload workload,
    Rounds length,
    TurnRunner turns)
    implements Disturbance {

  private static final Pace SCHEDULE = new OpenLoop(1_000);
  private static final double P999 = 99.9;
  private static final double NANOS_A_MILLI = 1e6;

  @Override
  public Running begin() throws IOException {
    var probe = ForceProbe.begin(surroundings.newFolder("probe").resolve("forced"));
    var round = CompletableFuture.supplyAsync(
        () -> turns.take(table, workload, SCHEDULE, length, 0).get(0));
    return new Running() {
      @Override
      public Round seen(Round own) {
        return with(own, round.join())
            .with("p99.9 of a force, ms", probe.stop().getValueAtPercentile(P999) / NANOS_A_MILLI);
      }

      @Override
      public void close() {
        probe.end();
        round.handle((done, failure) -> null).join();
      }
    };
  }

  /** Returns a round with the latency of the control, and with its own beyond that. */
  static Round with(Round own, Round control) {
    return own.with("control's p99.9, ms", millis(control))
        .with("ours, ms", millis(own) - millis(control))
        .with("control's failures", (double) control.failed());
  }

  private static double millis(Round round) {
    return round.latencyNanos().getValueAtPercentile(P999) / NANOS_A_MILLI;
  }
}
