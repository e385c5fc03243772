package io.weir.perf.report;

import static io.weir.perf.report.NodeTask.CLIENTS;
import static io.weir.perf.report.NodeTask.KILL;
import static io.weir.perf.report.NodeTask.ONE_UPSERT;
import static io.weir.perf.report.NodeTask.READS;
import static io.weir.perf.report.NodeTask.RESTART;
import static io.weir.perf.report.NodeTask.TRANSFER;
import static io.weir.perf.report.NodeTask.UPSERTS;

import io.weir.perf.target.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What three nodes should reach beside one node and beside peers, with the measured numbers. */
final class NodeGoals {

  private static final String NODES = TargetKind.WEIR_NODES.title();
  private static final double MICROS_A_SECOND = 1e6;
  private static final double MICROS_A_MILLI = 1e3;

  private final MeasurementIndex found;
  private final List<Goal> goals = new ArrayList<>();

  private NodeGoals(MeasurementIndex found) {
    this.found = found;
  }

  static List<Goal> of(MeasurementIndex found) {
    var goals = new NodeGoals(found);
    goals.killed();
    goals.planned(TRANSFER);
    goals.planned(RESTART);
    goals.besideOthers();
    goals.oneUpsert();
    return List.copyOf(goals.goals);
  }

  private void killed() {
    var killed = change(KILL);
    var remark = killed.map(NodeGoals::rounds).orElse("");
    for (var bound : List.of(new Bound(50, 1.5), new Bound(99, 3))) {
      atMost(
          "three nodes: writes again after kill -9 of the leader, p"
              + NumberFormats.plain(bound.percentile) + ", s",
          bound.seconds,
          killed.map(one -> one.latency().micros(bound.percentile) / MICROS_A_SECOND),
          remark);
    }
  }

  private record Bound(double percentile, double seconds) {}

  /** The longest of all rounds counts, because a program meets each of them. */
  private void planned(NodeTask task) {
    var planned = change(task);
    var what = task.workload();
    atMost(
        what + ", longest time without an answer, ms",
        300,
        planned.map(one -> one.latency().micros(100) / MICROS_A_MILLI),
        planned
            .map(one -> rounds(one) + "; median "
                + NumberFormats.time(
                    one.spread(sample -> sample.latency().micros(100)).median()))
            .orElse(""));
    atMost(
        what + ", failed requests",
        0,
        planned.map(one ->
            (double) one.failures().values().stream().mapToLong(count -> count).sum()),
        "after retries");
  }

  private static String rounds(Measurement one) {
    return "rounds: " + one.samples().size();
  }

  private void besideOthers() {
    atLeast("÷ etcd of three nodes", 3, TargetKind.ETCD_NODES);
    atLeast("÷ PostgreSQL with a synchronous standby", 1.5, TargetKind.POSTGRESQL_STANDBY);
    atMost(
        "three nodes: processor time of an upsert, all nodes together ÷ one node",
        2.5,
        ratio(UPSERTS, TargetKind.WEIR, RoundSample::serverCpuMicros),
        "64 clients");
    goals.add(new Goal(
        "three nodes: point reads ÷ one node",
        true,
        0.9,
        ratio(READS, TargetKind.WEIR, RoundSample::perSecond),
        "64 clients, at the leader"));
  }

  private void atLeast(String peer, double bound, TargetKind other) {
    var measured = ratio(UPSERTS, other, RoundSample::perSecond);
    goals.add(new Goal("three nodes: upserts " + peer, true, bound, measured, "64 clients"));
  }

  private Optional<Double> ratio(
      NodeTask task, TargetKind other, ToDoubleFunction<RoundSample> number) {
    return MeasurementIndex.ratio(
        found.one(NODES, task.workload(), CLIENTS),
        found.one(other.title(), task.workload(), CLIENTS),
        number);
  }

  private void oneUpsert() {
    var nodes = one(NODES);
    var force = one(NodeTask.FORCE);
    var trip = one(NodeTask.ROUND_TRIP);
    atMost(
        "three nodes: latency of one upsert ÷ (a force + a round trip)",
        2,
        nodes.flatMap(own -> force.flatMap(disk -> trip.map(net -> ratio(own, disk, net)))),
        nodes.map(own -> "p50 " + p50(own)).orElse("")
            + force.map(disk -> "; a force " + p50(disk)).orElse("")
            + trip.map(net -> "; a round trip " + p50(net)).orElse(""));
  }

  private static String p50(Measurement one) {
    return NumberFormats.time(one.latency().micros(50));
  }

  /** Returns the median of the ratios of samples of the same turn, each by its p50. */
  private static double ratio(Measurement own, Measurement disk, Measurement net) {
    var turns = IntStream.of(
            own.samples().size(), disk.samples().size(), net.samples().size())
        .min()
        .orElseThrow();
    return Spread.of(IntStream.range(0, turns)
            .mapToDouble(turn -> p50(own, turn) / (p50(disk, turn) + p50(net, turn)))
            .toArray())
        .median();
  }

  private static double p50(Measurement one, int turn) {
    return one.samples().get(turn).latency().micros(50);
  }

  private Optional<Measurement> one(String target) {
    return found.one(target, ONE_UPSERT.workload(), 1);
  }

  private Optional<Measurement> change(NodeTask task) {
    return found.one(NODES, task.workload(), 1);
  }

  private void atMost(String what, double bound, Optional<Double> measured, String remark) {
    goals.add(new Goal(what, false, bound, measured, remark));
  }
}
