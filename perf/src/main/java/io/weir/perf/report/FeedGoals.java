package io.weir.perf.report;

import static io.weir.perf.report.FeedTask.CATCH_UP;
import static io.weir.perf.report.FeedTask.CATCH_UP_VALUES;
import static io.weir.perf.report.FeedTask.DELAY;
import static io.weir.perf.report.FeedTask.IN_PROCESS;
import static io.weir.perf.report.FeedTask.WRITERS;
import static io.weir.perf.report.FeedTask.WRITES_ALONE;
import static io.weir.perf.report.FeedTask.WRITES_BUSY;
import static io.weir.perf.report.FeedTask.WRITES_IDLE;
import static io.weir.perf.report.FeedTask.WRITES_SLOW;

import io.weir.perf.target.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What change feeds should reach, with the measured numbers. */
final class FeedGoals {

  private static final String OVER_CLIENT = TargetKind.WEIR.title();

  private final MeasurementIndex found;
  private final List<Goal> goals = new ArrayList<>();

  private FeedGoals(MeasurementIndex found) {
    this.found = found;
  }

  static List<Goal> of(MeasurementIndex found) {
    var goals = new FeedGoals(found);
    goals.catchUp();
    goals.delay();
    goals.writers(OVER_CLIENT, "over the client");
    goals.writers(IN_PROCESS, "in process");
    return List.copyOf(goals.goals);
  }

  private void catchUp() {
    atLeast(
        "feed in process: changes a second",
        300_000,
        one(IN_PROCESS, CATCH_UP)
            .map(read -> read.spread(RoundSample::rowsPerSecond).median()),
        "one consumer, 1 KB");
    atLeast(
        "feed over the client ÷ PostgreSQL's pgoutput",
        3,
        ratio(OVER_CLIENT, TargetKind.POSTGRESQL.title(), CATCH_UP_VALUES),
        "one consumer, each value a text");
    atLeast(
        "feed over the client ÷ XREAD of Redis Streams",
        1,
        ratio(OVER_CLIENT, "Redis Streams", CATCH_UP),
        "one consumer");
  }

  private void delay() {
    var delay = one(OVER_CLIENT, DELAY);
    goals.add(new Goal(
        "feed: from acknowledgement to consumer, p50, ms",
        false,
        1,
        delay.map(it -> it.latency().micros(50) / 1e3),
        delay.map(it -> "p99 " + NumberFormats.time(it.latency().micros(99))).orElse("")));
  }

  private void writers(String door, String how) {
    beside(door, WRITES_IDLE, "an idle consumer", 0.97, how);
    beside(door, WRITES_BUSY, "a busy consumer", 0.9, how);
    beside(door, WRITES_SLOW, "1,000 slow consumers", 0.95, how);
  }

  private void beside(String door, FeedTask task, String consumers, double bound, String how) {
    var measured = MeasurementIndex.ratio(
        found.one(door, task.workload(), WRITERS),
        found.one(door, WRITES_ALONE.workload(), WRITERS),
        RoundSample::perSecond);
    atLeast("writers beside " + consumers + " ÷ alone", bound, measured, how);
  }

  private void atLeast(String what, double bound, Optional<Double> measured, String remark) {
    goals.add(new Goal(what, true, bound, measured, remark));
  }

  private Optional<Double> ratio(String target, String other, FeedTask task) {
    return MeasurementIndex.ratio(one(target, task), one(other, task), RoundSample::rowsPerSecond);
  }

  private Optional<Measurement> one(String target, FeedTask task) {
    return found.one(target, task.workload(), 1);
  }
}
