package io.weir.perf.compare;

import io.weir.perf.process.Cpu;
import io.weir.perf.report.Measurement;
import io.weir.perf.scenario.Disturbance;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TurnRunner;
import io.weir.perf.workload.ClosedLoop;
import io.weir.perf.workload.OpenLoop;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.Rounds;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The started targets of a plan, with their measurements. Belongs to the launcher's thread, which
 * blocks.
 */
final class Session implements AutoCloseable {

  private static final Pace WARMUP = new ClosedLoop(64);

  private static final double MIB = 1 << 20;

  private final Run run;
  private final TimeBudget budget;
  private final TurnRunner turns;
  private final Map<TargetKind, StartedTarget> running = new LinkedHashMap<>();

  Session(Run run, TimeBudget budget) {
    this.run = run;
    this.budget = budget;
    this.turns = new TurnRunner(run.seed());
  }

  /** Starts the targets of a plan and measures all of it. */
  static void measure(Run run, ComparisonPlan plan, TimeBudget budget) throws IOException {
    try (var session = new Session(run, budget)) {
      session.start(plan.kinds());
      session.run(plan);
    }
  }

  /** Starts the installed targets, loads the table of most tasks, and warms the targets up. */
  void start(List<TargetKind> kinds) throws IOException {
    for (var kind : kinds) {
      run.start(kind).ifPresent(target -> running.put(kind, StartedTarget.of(kind, target)));
    }
    for (var one : List.copyOf(running.values())) {
      run.say("warming up " + one.kind());
      warmUp(one);
    }
  }

  private void warmUp(StartedTarget one) throws IOException {
    try {
      settle(one, firstTask(one.kind()));
    } catch (RuntimeException failure) {
      running.remove(one.kind());
      run.leaveOut(one.kind().title(), "load failed: " + failure.getMessage());
      one.target().close();
    }
  }

  /**
   * Returns updates, or what the kind offers instead. A queue has the backlog of its later task.
   */
  private WorkloadTask firstTask(TargetKind kind) throws IOException {
    for (var name : List.of("ycsb-a", "read", "queue")) {
      var workload = Workloads.named(name);
      if (kind.offers(workload)) {
        var rows = name.equals("queue") ? ComparisonPlan.BACKLOG : budget.entities();
        return new WorkloadTask(workload, rows, List.of(WARMUP), List.of(), budget.warmup());
      }
    }
    throw new IllegalStateException("the kind offers no workload to warm up with kind=" + kind);
  }

  /** Runs rounds until the target is warm, up to the limit of the task. */
  private void settle(StartedTarget one, WorkloadTask task) {
    var round = task.warmup().one();
    var settling = new WarmthDetector(task.warmup().calm());
    var isSettled = false;
    for (var left = task.warmup().most(); left > 0 && !isSettled; left--) {
      var before = compiling(one);
      var taken = turns
          .take(table(one, task), task.workload(), task.paces().get(0), round, -left)
          .get(0);
      var compiling = compiling(one) - before;
      var all = taken.serverCpuSeconds() + taken.loadCpuSeconds();
      isSettled = settling.add(cost(taken), all > 0 ? compiling / all : 0);
    }
  }

  /** Returns the seconds that the compilers of target and load used; both may be one process. */
  private static double compiling(StartedTarget one) {
    var both = one.target().cpu().compiling().plus(Cpu.ofThisProcess().compiling());
    return both.toMillis() / 1e3;
  }

  private static double cost(Round round) {
    return round.serverCpuSeconds() / Math.max(1, round.operations());
  }

  void run(ComparisonPlan plan) {
    running.keySet().forEach(kind -> sayWhatIsNotOffered(kind, plan));
    for (var task : plan.tasks()) {
      var ready = doing(task).stream().filter(one -> isReady(one, task)).toList();
      for (var pace : task.paces()) {
        inTurns(task, pace, ready);
      }
    }
    for (var task : plan.scheduled()) {
      for (var one : doing(task)) {
        if (isReady(one, task)) {
          onSchedule(one, task);
        }
      }
    }
  }

  /** Bare endpoints only read, which needs no mention. */
  private void sayWhatIsNotOffered(TargetKind kind, ComparisonPlan plan) {
    var missing = plan.notOffered(kind);
    if (kind.writes() && !missing.isEmpty()) {
      run.leaveOut(kind.title(), "has no such operation: " + String.join(", ", missing));
    }
  }

  /**
   * Loads the table of a task and warms the target up. A target that cannot do so is left out of
   * this task.
   */
  private boolean isReady(StartedTarget one, WorkloadTask task) {
    run.say("warming up " + one.kind() + " at " + task);
    try {
      settle(one, task);
      return true;
    } catch (RuntimeException failure) {
      run.leaveOut(one.kind().title(), task + ": load failed: " + failure.getMessage());
      return false;
    }
  }

  /** Runs a task at one pace, the targets in turns. */
  private void inTurns(WorkloadTask task, Pace pace, List<StartedTarget> ready) {
    run.measure(ready.stream().map(one -> scenario(one, task, pace)).toList(), 0, budget.turns());
  }

  private Scenario scenario(StartedTarget one, WorkloadTask task, Pace pace) {
    var table = table(one, task);
    return new Scenario(
        one.kind().title(),
        one.kind().durability(),
        task.workload().name(),
        table.population().entities(),
        pace,
        Disturbance.NOTHING,
        turn -> taken(table, task.workload(), pace, turn));
  }

  private Round taken(LoadedTable table, Workload workload, Pace pace, int turn) {
    var before = table.table().receivedBytes();
    var round = turns.take(table, workload, pace, budget.turn(), turn).get(0);
    var bytes = table.table().receivedBytes() - before;
    return bytes == 0 ? round : round.with("MiB a second", bytes / MIB / round.seconds());
  }

  /** Runs a task on a schedule, at shares of the target's peak. */
  private void onSchedule(StartedTarget one, WorkloadTask task) {
    var length =
        new Rounds(budget.scheduled().warmup(), budget.scheduled().round(), budget.turns());
    peak(one.kind(), task.workload()).ifPresent(peak -> {
      for (var share : ComparisonPlan.SHARES) {
        var pace = new OpenLoop(Math.max(1, Math.floor(peak * share)));
        run.say(task + ", " + pace.describe() + ": " + one.kind());
        add(one, task, pace, turns.take(table(one, task), task.workload(), pace, length, 0));
      }
    });
  }

  private Optional<Double> peak(TargetKind kind, Workload workload) {
    return run.measurements().stream()
        .filter(one -> one.target().equals(kind.title())
            && one.workload().equals(workload.name())
            && one.entities() == budget.entities()
            && one.clients() > 0)
        .map(one -> one.spread(sample -> sample.perSecond()).median())
        .max(Double::compare);
  }

  private static LoadedTable table(StartedTarget one, WorkloadTask task) {
    return one.table(task.workload().population(task.entities()));
  }

  private List<StartedTarget> doing(WorkloadTask task) {
    return task.kinds().stream().filter(running::containsKey).map(running::get).toList();
  }

  private void add(StartedTarget one, WorkloadTask task, Pace pace, List<Round> rounds) {
    var kind = one.kind();
    var entities = task.workload().population(task.entities()).entities();
    var workload = task.workload().name();
    run.add(Measurement.of(kind.title(), kind.durability(), workload, entities, pace, rounds));
  }

  @Override
  public void close() throws IOException {
    turns.close();
    var failures = new ArrayList<IOException>();
    for (var one : running.values()) {
      try {
        one.target().close();
      } catch (IOException e) {
        failures.add(new IOException("target did not end cleanly target=" + one.kind(), e));
      }
    }
    if (!failures.isEmpty()) {
      var first = failures.get(0);
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }
}
