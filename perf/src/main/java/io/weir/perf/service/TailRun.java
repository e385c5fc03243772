package io.weir.perf.service;

import io.weir.perf.process.Surroundings;
import io.weir.perf.scenario.Disturbance;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.Target;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TurnRunner;
import io.weir.perf.workload.ClosedLoop;
import io.weir.perf.workload.OpenLoop;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.Rounds;
import io.weir.perf.workload.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The scenarios of servers on a schedule, one for each workload and collector. Belongs to the
 * launcher's thread, which blocks.
 *
 * <p>Each sample starts a server of its own, loads it, and warms it up with waiting clients. The
 * control runs beside the schedule.
 */
final class TailRun implements AutoCloseable {

  private static final Pace PEAK = new ClosedLoop(64);

  private final Surroundings surroundings;
  private final Settings settings;
  private final Target bare;
  private final LoadedTable bareTable;
  private final TurnRunner turns;
  private final TurnRunner controlTurns;

  /**
   * What is measured.
   *
   * @param workloads of which a bare endpoint offers at least one
   * @param entities loaded rows
   * @param warmup time at the peak before a schedule
   * @param settling time on a schedule that does not count; the peak is measured as long
   * @param length of a schedule
   * @param share of the highest rate on a schedule with the first collector, from 0 to 1
   * @param seed of the operations
   */
  record Settings(
      List<Workload> workloads,
      int entities,
      Duration warmup,
      Duration settling,
      Duration length,
      double share,
      long seed) {

    Settings {
      workloads = List.copyOf(workloads);
    }
  }

  private TailRun(Surroundings surroundings, Settings settings, Target bare) {
    this.surroundings = surroundings;
    this.settings = settings;
    this.bare = bare;
    this.bareTable =
        LoadedTable.load(bare, settings.workloads().get(0).population(settings.entities()));
    this.turns = new TurnRunner(settings.seed());
    this.controlTurns = new TurnRunner(settings.seed() + 1);
  }

  /** Starts the control's endpoint. */
  static TailRun begin(Surroundings surroundings, Settings settings) throws IOException {
    return new TailRun(surroundings, settings, TargetKind.REACTOR_NETTY_HTTP1.start(surroundings));
  }

  /**
   * Returns all scenarios. The first collector finds the rate of each workload, which all
   * collectors then have.
   */
  List<Scenario> scenarios(List<Collector> collectors) throws IOException {
    var scenarios = new ArrayList<Scenario>();
    for (var workload : settings.workloads()) {
      var pace = new OpenLoop(
          warm(collectors.get(0), workload, (table, peak) -> rate(workload, table, peak)));
      for (var collector : collectors) {
        scenarios.add(new Scenario(
            "weir, " + collector,
            TargetKind.WEIR.durability(),
            workload.name(),
            settings.entities(),
            pace,
            Disturbance.NOTHING, // the control runs beside the schedule alone
            turn -> warm(
                collector, workload, (table, peak) -> scheduled(workload, table, pace, turn))));
      }
    }
    return scenarios;
  }

  /** What is done with a warm table. */
  @FunctionalInterface
  private interface Use<T> {
    T of(LoadedTable table, Round peak) throws IOException;
  }

  /** Starts a server with a collector, loads it, and lets waiting clients warm it up. */
  private <T> T warm(Collector collector, Workload workload, Use<T> use) throws IOException {
    try (var server = TargetKind.WEIR.start(surroundings.with(collector.jvmOptions()))) {
      var table = LoadedTable.load(server, workload.population(settings.entities()));
      return use.of(
          table,
          taken(workload, table, PEAK, new Rounds(settings.warmup(), settings.settling(), 1), 0));
    }
  }

  /**
   * Returns the rate of the schedule. Waiting clients find a higher peak than a schedule reaches,
   * because they begin operations in groups: the share counts from what a schedule at their peak
   * achieves.
   */
  private double rate(Workload workload, LoadedTable table, Round peak) {
    var pace = new OpenLoop(Math.max(1, peak.perSecond()));
    var most = taken(
            workload, table, pace, new Rounds(settings.settling(), settings.settling(), 1), 0)
        .perSecond();
    return Math.max(1, Math.floor(settings.share() * most));
  }

  private Round scheduled(Workload workload, LoadedTable table, Pace pace, int turn)
      throws IOException {
    var length = new Rounds(settings.settling(), settings.length(), 1);
    var offered = Stream.concat(Stream.of(workload), settings.workloads().stream())
        .filter(TargetKind.REACTOR_NETTY_HTTP1::offers)
        .findFirst()
        .orElseThrow();
    var control = new Control(surroundings, bareTable, offered, length, controlTurns);
    try (var running = control.begin()) {
      return running.seen(taken(workload, table, pace, length, turn));
    }
  }

  private Round taken(Workload workload, LoadedTable table, Pace pace, Rounds length, int turn) {
    return turns.take(table, workload, pace, length, turn).get(0);
  }

  @Override
  public void close() throws IOException {
    turns.close();
    controlTurns.close();
    bare.close();
  }
}
