package io.weir.perf.balance;

import io.weir.engine.balance.Balancing;
import io.weir.perf.machine.Environment;
import io.weir.perf.process.StoreHome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures a skewed load with the placement that a store begins with, with the best one, and with the balancer.
 *
 * <p>The best placement gives the busiest shards first to the loop that has least to do, by their measured times.
 */
@Command(
    name = "balance",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure a load whose busy shards share a loop: as it begins, with the best placement, and with the balancer.",
      "Takes seven minutes."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class BalanceCommand implements Callable<Integer> {

  private static final long SECOND = 1_000_000_000;
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

  /** A move, and the latencies before and after it in nanoseconds. */
  private record Moved(double p99Before, double p99After, double mostBefore, double mostAfter) {}

  @Override
  public Integer call() throws IOException {
    var begun = new ArrayList<Double>();
    var best = new ArrayList<Double>();
    var balanced = new ArrayList<Double>();
    var moves = new ArrayList<Moved>();
    for (var round = 1; round <= rounds; round++) {
      begun.add(measure(Balancing.OFF, load -> {}));
      best.add(measure(Balancing.OFF, BalanceCommand::placeBest));
      balanced.add(measure(Balancing.DEFAULT, load -> settle(load, moves)));
      say(
          "round %d: as begun %,.0f/s, best %,.0f/s, balanced %,.0f/s",
          round, begun.get(round - 1), best.get(round - 1), balanced.get(round - 1));
    }
    report(median(begun), median(best), median(balanced), moves);
    return 0;
  }

  private interface Preparation {
    void run(SkewedLoad load);
  }

  private double measure(Balancing balancing, Preparation preparation) throws IOException {
    try (var home = StoreHome.temporary();
        var load = new SkewedLoad(home.path().resolve("store"), balancing)) {
      pause(10 * SECOND); // until the JIT compilers are done
      preparation.run(load);
      var done = load.done();
      var nanos = System.nanoTime();
      pause(seconds * SECOND);
      return (load.done() - done) * (double) SECOND / (System.nanoTime() - nanos);
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
  private void settle(SkewedLoad load, List<Moved> moves) {
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
      moves.add(new Moved(
          before.getValueAtPercentile(99),
          after.getValueAtPercentile(99),
          before.getMaxValue(),
          after.getMaxValue()));
    }
  }

  private static Histogram sum(List<Histogram> windows, int from, int to) {
    var sum = new Histogram(3);
    windows.subList(Math.max(0, from), Math.min(windows.size(), to)).forEach(sum::add);
    return sum;
  }

  private static void report(double begun, double best, double balanced, List<Moved> moves) {
    say("");
    say("%s", Environment.now("the load runs on the loops", "", 0).describe());
    say("");
    say("| placement | writes a second | ÷ best |");
    say("| --- | ---: | ---: |");
    say("| as the store begins | %,.0f | %.2f |", begun, begun / best);
    say("| best | %,.0f | 1.00 |", best);
    say("| after the balancer | %,.0f | %.2f |", balanced, balanced / best);
    say("");
    say("| move | p99 in the second before, ms | after, ms | longest before, ms | after, ms |");
    say("| ---: | ---: | ---: | ---: | ---: |");
    for (var move = 0; move < moves.size(); move++) {
      var moved = moves.get(move);
      say(
          "| %d | %.2f | %.2f | %.2f | %.2f |",
          move + 1,
          moved.p99Before() / 1e6,
          moved.p99After() / 1e6,
          moved.mostBefore() / 1e6,
          moved.mostAfter() / 1e6);
    }
  }

  private static double median(List<Double> values) {
    var sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static void pause(long nanos) {
    var end = System.nanoTime() + nanos;
    for (var left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void say(String form, Object... values) {
    System.out.printf(Locale.ROOT, form + "%n", values);
  }
}
