package io.weir.perf.node;

import io.weir.client.WeirClient;
import io.weir.perf.process.Closing;
import io.weir.perf.process.Cpu;
import io.weir.perf.process.ForceProbe;
import io.weir.perf.process.NodeProcesses;
import io.weir.perf.process.StoreHome;
import io.weir.perf.report.NodeTask;
import io.weir.perf.scenario.Disturbance;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.ServerTarget;
import io.weir.perf.target.Target;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TurnRunner;
import io.weir.perf.target.WeirTable;
import io.weir.perf.workload.ClosedLoop;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import io.weir.perf.workload.Rounds;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Measures three nodes beside one node and beside peers, and then alone while their leader changes.
 * Blocks.
 */
record NodesRun(Run run, NodesEffort effort) {

  private static final Pace CLIENTS = new ClosedLoop(NodeTask.CLIENTS);
  private static final Pace ONE_CLIENT = new ClosedLoop(1);

  /** Those that three nodes are measured beside; the first one is the one node. */
  private static final List<TargetKind> OTHERS =
      List.of(TargetKind.WEIR, TargetKind.ETCD_NODES, TargetKind.POSTGRESQL_STANDBY);

  void measure() throws IOException {
    run.say("starting " + TargetKind.WEIR_NODES);
    try (var nodes = WeirTable.startNodes(run.surroundings());
        var turns = new TurnRunner(run.seed())) {
      var table = LoadedTable.load(nodes, population());
      letCompile(TargetKind.WEIR_NODES, table, effort.compiling(), turns);
      besideOthers(table, turns);
      oneUpsertAtATime(table, turns);
      changeLeaders(nodes, table);
    }
  }

  /** Lets a target carry out upserts that do not count. */
  private void letCompile(TargetKind kind, LoadedTable table, Duration length, TurnRunner turns)
      throws IOException {
    if (!length.isZero()) {
      run.say("letting the JVM compile for " + length.toSeconds() + " s: " + kind);
      turns.take(table, upserts(), CLIENTS, new Rounds(length, Duration.ofSeconds(1), 1), 0);
    }
  }

  private Population population() throws IOException {
    return upserts().population(effort.entities());
  }

  private static Workload upserts() throws IOException {
    return Workloads.named("upsert");
  }

  private void besideOthers(LoadedTable nodes, TurnRunner turns) throws IOException {
    var started = new ArrayList<Target>();
    try {
      var tables = new EnumMap<TargetKind, LoadedTable>(TargetKind.class);
      tables.put(TargetKind.WEIR_NODES, nodes);
      for (var kind : OTHERS) {
        var target = run.start(kind);
        target.ifPresent(started::add);
        if (target.isPresent()) {
          load(kind, target.get()).ifPresent(table -> tables.put(kind, table));
        }
      }
      var alone = tables.get(TargetKind.WEIR);
      if (alone != null) {
        letCompile(TargetKind.WEIR, alone, effort.compilingAlone(), turns);
      }
      inTurns(NodeTask.UPSERTS, upserts(), tables, turns);
      tables.keySet().retainAll(List.of(TargetKind.WEIR, TargetKind.WEIR_NODES));
      inTurns(NodeTask.READS, Workloads.named("read"), tables, turns);
    } finally {
      Closing.all(started);
    }
  }

  private Optional<LoadedTable> load(TargetKind kind, Target target) throws IOException {
    var rows = population();
    try {
      return Optional.of(LoadedTable.load(target, rows));
    } catch (RuntimeException failure) {
      run.leaveOut(kind.title(), "load failed: " + failure.getMessage());
      return Optional.empty();
    }
  }

  private void inTurns(
      NodeTask task, Workload workload, Map<TargetKind, LoadedTable> tables, TurnRunner turns) {
    var scenarios = new ArrayList<Scenario>();
    tables.forEach((kind, table) -> scenarios.add(
        scenario(kind, task, CLIENTS, turn -> round(workload, table, CLIENTS, turns, turn))));
    run.measure(scenarios, effort.warmups(), effort.turns());
  }

  private Round round(Workload workload, LoadedTable table, Pace pace, TurnRunner turns, int turn) {
    return turns.take(table, workload, pace, effort.turn(), turn).get(0);
  }

  private void oneUpsertAtATime(LoadedTable nodes, TurnRunner turns) throws IOException {
    var workload = upserts();
    run.measure(
        List.of(
            scenario(
                TargetKind.WEIR_NODES,
                NodeTask.ONE_UPSERT,
                ONE_CLIENT,
                turn -> round(workload, nodes, ONE_CLIENT, turns, turn)),
            alone(NodeTask.FORCE, this::forces),
            alone(NodeTask.ROUND_TRIP, () -> RoundTrips.measure(effort.turn().round()))),
        effort.warmups(),
        effort.turns());
  }

  private Histogram forces() throws IOException {
    try (var home = new StoreHome(run.surroundings().newFolder("probe"), false)) {
      return ForceProbe.oneAfterAnother(
          home.path().resolve("forced"), effort.turn().round());
    }
  }

  private void changeLeaders(ServerTarget<NodeProcesses, WeirClient> nodes, LoadedTable table) {
    try (var writes = SteadyWrites.begin(table.table(), table.population())) {
      var changes = new LeaderChanges(nodes.server(), nodes.client().administration(), writes);
      repeat(NodeTask.TRANSFER, changes::transfer, effort.transfers());
      repeat(NodeTask.RESTART, changes::restart, effort.restarts());
      repeat(NodeTask.KILL, changes::kill, effort.kills());
    }
  }

  private interface Change {
    Round make() throws IOException;
  }

  private void repeat(NodeTask task, Change change, int times) {
    var scenario = scenario(TargetKind.WEIR_NODES, task, new OneByOne(), turn -> change.make());
    run.measure(List.of(scenario), 0, times);
  }

  private Scenario scenario(TargetKind kind, NodeTask task, Pace pace, Scenario.Sample sample) {
    return new Scenario(
        kind.title(),
        kind.durability(),
        task.workload(),
        effort.entities(),
        pace,
        Disturbance.NOTHING,
        sample);
  }

  private interface Alone {
    Histogram measure() throws IOException;
  }

  /** Returns what the machine can do without a store. */
  private Scenario alone(String limit, Alone alone) {
    return Scenario.of(
        limit, NodeTask.ONE_UPSERT.workload(), effort.entities(), ONE_CLIENT, turn -> {
          var clock = RoundClock.begin(Cpu.ofThisProcess());
          var latencies = alone.measure();
          return clock.end(latencies.getTotalCount(), latencies.getTotalCount(), latencies);
        });
  }
}
