package io.weir.perf.service;

import io.weir.engine.balance.Balancing;
import io.weir.perf.process.Cpu;
import io.weir.perf.process.StoreHome;
import io.weir.perf.report.Measurement;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.RunOptions;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.workload.ClosedLoop;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures a skewed load with the placement that a store begins with, with the best one, and with
 * the balancer.
 *
 * <p>The best placement gives the busiest shards first to the loop that has least to do, by their
 * measured times.
 */
@Command(
    name = "balance",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure a load whose busy shards share a loop: as it begins, with the best placement, and"
          + " with the balancer.",
      "Takes seven minutes."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class BalanceCommand implements Callable<Integer> {

  private static final long SECOND = 1_000_000_000;
  private static final double NANOS_A_MILLI = 1e6;
  private static final int WINDOW_MILLIS = 100;
  private static final int WINDOWS_AFTER_A_MOVE = 10;

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Seconds that are measured. Default: ${DEFAULT-VALUE}.")
  private int seconds = 20;

  @Option(
      names = "--settling",
      paramLabel = "N",
      description = "Seconds that the balancer has before that. Default: ${DEFAULT-VALUE}.")
  private int settlingSeconds = 60;

  @Mixin
  private RunOptions options = new RunOptions();

  private final List<Round> moves = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    return options.report(this::measure);
  }

  private void measure(Run run) {
    run.measure(
        List.of(
            scenario("the best placement", Balancing.OFF, BalanceCommand::placeBest),
            scenario("as the store begins", Balancing.OFF, load -> {}),
            scenario("after the balancer", Balancing.DEFAULT, this::settle)),
        0,
        rounds);
    if (!moves.isEmpty()) {
      run.add(Measurement.of(
          "the second around a move", "", "balance: moves", 0, new OneByOne(), moves));
    }
  }

  private interface Preparation {
    void run(SkewedLoad load);
  }

  private Scenario scenario(String placement, Balancing balancing, Preparation preparation) {
    return Scenario.of(
        placement,
        "balance: skewed upserts",
        0,
        new ClosedLoop(SkewedLoad.IN_FLIGHT),
        turn -> sample(balancing, preparation));
  }

  private Round sample(Balancing balancing, Preparation preparation) throws IOException {
    try (var home = StoreHome.temporary();
        var load = new SkewedLoad(home.path().resolve("store"), balancing)) {
      pause(10 * SECOND); // until the JIT compilers are done
      preparation.run(load);
      load.latencies();
      var done = load.done();
      var clock = RoundClock.begin(Cpu.ofThisProcess());
      pause(seconds * SECOND);
      var count = load.done() - done;
      return clock.end(count, count, load.latencies());
    }
  }

  private static void placeBest(SkewedLoad load) {
    var earlier = load.heat();
    pause(5 * SECOND);
    var later = load.heat();
    var busy = IntStream.range(0, later.shards().size())
        .mapToObj(shard -> new Busy(
            shard,
            later.shards().get(shard).busyNanos() - earlier.shards().get(shard).busyNanos()))
        .sorted(Comparator.comparing(Busy::nanos).reversed())
        .toList();
    var sums = new long[SkewedLoad.LOOPS];
    for (var shard : busy) {
      var idlest = sums[0] <= sums[1] ? 0 : 1;
      sums[idlest] += shard.nanos();
      load.placement().move(shard.number(), idlest);
    }
    pause(SECOND);
  }

  private record Busy(int number, long nanos) {}

  /** Lets the balancer work, and keeps the latencies around its moves. */
  private void settle(SkewedLoad load) {
    var windows = new ArrayList<Histogram>();
    var movedAt = new ArrayList<Integer>();
    var known = load.placement().moves();
    load.latencies();
    for (var window = 0; window < settlingSeconds * 1_000 / WINDOW_MILLIS; window++) {
      pause(WINDOW_MILLIS * 1_000_000L);
      windows.add(load.latencies());
      if (load.placement().moves() > known) {
        known = load.placement().moves();
        movedAt.add(window);
      }
    }
    for (var at : movedAt) {
      var before = sum(windows, at - WINDOWS_AFTER_A_MOVE, at);
      var after = sum(windows, at, at + WINDOWS_AFTER_A_MOVE);
      moves.add(new Round(1, 1, after.getTotalCount(), Map.of(), 0, 0, after)
          .with("p99 before, ms", before.getValueAtPercentile(99) / NANOS_A_MILLI)
          .with("p99 after, ms", after.getValueAtPercentile(99) / NANOS_A_MILLI)
          .with("longest before, ms", before.getMaxValue() / NANOS_A_MILLI)
          .with("longest after, ms", after.getMaxValue() / NANOS_A_MILLI));
    }
  }

  private static Histogram sum(List<Histogram> windows, int from, int to) {
    var sum = new Histogram(3);
    windows.subList(Math.max(0, from), Math.min(windows.size(), to)).forEach(sum::add);
    return sum;
  }

  private static void pause(long nanos) {
    var end = System.nanoTime() + nanos;
    for (var left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
