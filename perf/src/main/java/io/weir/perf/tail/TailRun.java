package io.weir.perf.tail;

import io.weir.perf.load.ClosedLoop;
import io.weir.perf.load.Driver;
import io.weir.perf.load.LoadClock;
import io.weir.perf.load.OpenLoop;
import io.weir.perf.load.Pace;
import io.weir.perf.load.Round;
import io.weir.perf.load.Rounds;
import io.weir.perf.machine.Cpu;
import io.weir.perf.process.Surroundings;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.TableWork;
import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.OperationDraws;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Measures servers beside a control that runs all the time. Belongs to the launcher's thread, which blocks.
 *
 * <p>The load and the control begin their operations on threads of their own, so that neither delays the other.
 */
final class TailRun implements AutoCloseable {

  /** Operations of the control in a second. */
  static final int CONTROL_PER_SECOND = 1_000;

  private static final Pace PEAK = new ClosedLoop(64);
  private static final Duration WITHOUT_END = Duration.ofMinutes(30);
  private static final Duration SETTLING = Duration.ofSeconds(2);

  private final Surroundings surroundings;
  private final Settings settings;
  private final LoadedTable control;
  private final AutoCloseable controlServer;
  private final Scheduler ownTimer = Schedulers.newSingle("load-operations", true);
  private final Scheduler controlTimer = Schedulers.newSingle("control-operations", true);
  private final Scheduler rounds = Schedulers.newBoundedElastic(2, 16, "load-rounds", 600, true);

  /** Operations in a second by workload, as the first collector achieves them: all collectors have the same schedule. */
  private final Map<String, Double> rates = new HashMap<>();

  private long draws;

  /**
   * What is measured.
   *
   * @param workloads in this order, on the same rows if these are alike
   * @param entities loaded rows
   * @param warmup time at the peak before the first schedule of a workload
   * @param length of a schedule
   * @param share of the highest rate on a schedule with the first collector, from 0 to 1
   * @param seed of the operations
   */
  record Settings(
      List<Workload> workloads,
      int entities,
      Duration warmup,
      Duration length,
      double share,
      long seed) {

    Settings {
      workloads = List.copyOf(workloads);
    }
  }

  private TailRun(
      Surroundings surroundings,
      Settings settings,
      LoadedTable control,
      AutoCloseable controlServer) {
    this.surroundings = surroundings;
    this.settings = settings;
    this.control = control;
    this.controlServer = controlServer;
  }

  /** Starts the control. */
  static TailRun begin(Surroundings surroundings, Settings settings) throws IOException {
    var server = TargetKind.REACTOR_NETTY_HTTP1.start(surroundings);
    var any = settings.workloads().get(0).population(settings.entities());
    return new TailRun(surroundings, settings, LoadedTable.load(server, any), server);
  }

  /** Starts a server with a collector, warms it up and measures all workloads. */
  List<TailSample> measure(Collector collector) throws IOException {
    var samples = new ArrayList<TailSample>();
    try (var server = TargetKind.WEIR.start(surroundings.with(collector.jvmOptions()))) {
      var tables = new HashMap<Population, LoadedTable>();
      for (var workload : settings.workloads()) {
        var table = tables.computeIfAbsent(
            workload.population(settings.entities()), rows -> LoadedTable.load(server, rows));
        samples.add(measure(collector, workload, table));
      }
    }
    return samples;
  }

  private TailSample measure(Collector collector, Workload workload, LoadedTable table)
      throws IOException {
    var peak = perSecond(await(own(workload, table, PEAK, settings.warmup(), SETTLING)));
    var perSecond =
        rates.computeIfAbsent(workload.name(), first -> schedule(workload, table, peak));
    var probe = ForceProbe.begin(surroundings.newFolder("probe").resolve("forced"));
    var both = Mono.zip(
            own(workload, table, new OpenLoop(perSecond), SETTLING, settings.length()),
            beside(workload))
        .doFinally(any -> probe.end())
        .blockOptional(WITHOUT_END)
        .orElseThrow();
    return new TailSample(
        collector,
        workload.name(),
        perSecond,
        failures(both.getT1()) + failures(both.getT2()),
        both.getT1().latencyNanos(),
        both.getT2().latencyNanos(),
        probe.stop());
  }

  /**
   * Returns the rate of the schedule. Waiting clients find a higher peak than a schedule reaches, because they begin operations in groups: the
   * share counts from what a schedule at their peak achieves.
   */
  private double schedule(Workload workload, LoadedTable table, double peak) {
    var most = perSecond(await(own(workload, table, new OpenLoop(peak), SETTLING, SETTLING)));
    return Math.max(1, Math.floor(settings.share() * most));
  }

  private static long failures(Round round) {
    return round.failures().values().stream().mapToLong(Long::longValue).sum();
  }

  private static double perSecond(Round round) {
    return Math.max(1, round.operations() / round.seconds());
  }

  private Mono<Round> own(
      Workload workload, LoadedTable table, Pace pace, Duration warmup, Duration length) {
    return round(workload, table, pace, warmup, length, ownTimer);
  }

  /** Runs the control: the same operation if the bare endpoint offers it, or else the first of the run that it offers. */
  private Mono<Round> beside(Workload workload) {
    var offered = Stream.concat(Stream.of(workload), settings.workloads().stream())
        .filter(TargetKind.REACTOR_NETTY_HTTP1::offers)
        .findFirst()
        .orElseThrow();
    return round(
        offered,
        control,
        new OpenLoop(CONTROL_PER_SECOND),
        SETTLING,
        settings.length(),
        controlTimer);
  }

  private Mono<Round> round(
      Workload workload,
      LoadedTable table,
      Pace pace,
      Duration warmup,
      Duration length,
      Scheduler timer) {
    var drawn = OperationDraws.of(
        workload, table.population(), table.inserted(), settings.seed() + draws++);
    return new Driver(LoadClock.of(timer, rounds), table.server(), Cpu.ofThisProcess())
        .run(
            new TableWork(table.table(), table.population()),
            drawn,
            pace,
            new Rounds(warmup, length, 1))
        .map(list -> list.get(0));
  }

  private static Round await(Mono<Round> round) {
    return Optional.ofNullable(round.block(WITHOUT_END)).orElseThrow();
  }

  @Override
  public void close() throws Exception {
    ownTimer.dispose();
    controlTimer.dispose();
    rounds.dispose();
    controlServer.close();
  }
}
