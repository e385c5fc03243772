package io.weir.perf.service;

import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.RunOptions;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How late are the latest of the operations that come on a schedule, with each garbage collector,
 * and how much of it is not the machine's?
 *
 * <p>{@code java -jar perf/target/perf.jar tails}
 *
 * <p>Each sample starts a server, in turns. A workload runs with waiting clients first, then on a
 * schedule at a share of the highest rate that a schedule reaches with the first collector. Give
 * servers and load cores of their own, or the load is late by itself: {@code --server-cpus 0
 * --load-cpus 1}. The goal is at most 1 ms more than the control at the 99.9th percentile for
 * reads, and a force more for writes.
 */
@Command(
    name = "tails",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure the latest answers on a schedule, by garbage collector, with a control in the same"
          + " seconds.",
      "Takes a quarter of an hour."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class TailsCommand implements Callable<Integer> {

  private static final Duration SETTLING = Duration.ofSeconds(2);

  @Option(
      names = "--collector",
      split = ",",
      description = "Garbage collectors of the server: ${COMPLETION-CANDIDATES}. Default: "
          + "DEFAULT,PARALLEL,SHENANDOAH,ZGC.")
  private List<Collector> collectors =
      List.of(Collector.DEFAULT, Collector.PARALLEL, Collector.SHENANDOAH, Collector.ZGC);

  @Option(
      names = "--workload",
      split = ",",
      description =
          "Workloads. One of them must be offered by a bare endpoint. Default: read,upsert.")
  private List<String> workloads = List.of("read", "upsert");

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Seconds of a schedule. Default: ${DEFAULT-VALUE}.")
  private int seconds = 20;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Seconds at the peak before a schedule. Default: ${DEFAULT-VALUE}.")
  private int warmupSeconds = 15;

  @Option(
      names = "--share",
      paramLabel = "SHARE",
      description =
          "Share of the first collector's highest rate on a schedule, from 0 to 1. Default:"
              + " ${DEFAULT-VALUE}.")
  private double share = 0.5;

  @Option(
      names = "--entities",
      paramLabel = "N",
      description = "Rows of each workload. Default: ${DEFAULT-VALUE}.")
  private int entities = 100_000;

  @Mixin
  private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws IOException {
    return options.report(this::measure);
  }

  private void measure(Run run) throws IOException {
    try (var tails = TailRun.begin(run.surroundings(), settings(run.seed()))) {
      run.measure(tails.scenarios(collectors), 0, rounds);
    }
  }

  private TailRun.Settings settings(long seed) throws IOException {
    var named = new ArrayList<Workload>();
    for (var name : workloads) {
      named.add(Workloads.named(name));
    }
    return new TailRun.Settings(
        named,
        entities,
        Duration.ofSeconds(warmupSeconds),
        SETTLING,
        Duration.ofSeconds(seconds),
        share,
        seed);
  }
}
