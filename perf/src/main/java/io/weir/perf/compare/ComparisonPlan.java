package io.weir.perf.compare;

import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.ClosedLoop;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.RowSize;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tasks of a run, in order: tasks that read a table come before those that make it grow.
 *
 * @param tasks with waiting clients
 * @param scheduled tasks that run again on a schedule, at shares of the peak of the waiting clients
 */
record ComparisonPlan(List<WorkloadTask> tasks, List<WorkloadTask> scheduled) {

  /** The shares of a target's peak for operations on a schedule; goals use the middle one. */
  static final List<Double> SHARES = List.of(0.25, 0.5, 0.75);

  /** Messages that wait in a queue. */
  static final int BACKLOG = 1_000;

  private static final List<Pace> ONE_BY_ONE = List.of(new OneByOne());

  private static final List<TargetKind> STORES = List.of(
      TargetKind.WEIR,
      TargetKind.POSTGRESQL,
      TargetKind.REDIS_ALWAYS,
      TargetKind.ETCD,
      TargetKind.CASSANDRA,
      TargetKind.AZURITE);
  private static final List<TargetKind> WRITERS = Stream.concat(
          STORES.stream(),
          Stream.of(
              TargetKind.WEIR_INTERVAL,
              TargetKind.REDIS_EVERYSEC,
              TargetKind.WEIR_HTTP1,
              TargetKind.ROCKSDB,
              TargetKind.LMDB))
      .toList();
  private static final List<TargetKind> FEW =
      List.of(TargetKind.WEIR, TargetKind.POSTGRESQL, TargetKind.REDIS_ALWAYS);
  private static final List<TargetKind> INDEXED = List.of(TargetKind.WEIR, TargetKind.POSTGRESQL);
  private static final List<TargetKind> OVER_HTTP = List.of(
      TargetKind.WEIR_HTTP1,
      TargetKind.REACTOR_NETTY_HTTP1,
      TargetKind.NETTY_HTTP1,
      TargetKind.WEIR_H2C,
      TargetKind.REACTOR_NETTY_H2C,
      TargetKind.NETTY_H2C);

  ComparisonPlan {
    tasks = List.copyOf(tasks);
    scheduled = List.copyOf(scheduled);
  }

  /** Returns the plan of the whole comparison. */
  static ComparisonPlan whole(TimeBudget budget) throws IOException {
    var build = new Builder(budget);
    build.addGoal("read", clients(64), join(WRITERS, OVER_HTTP));
    build.addGoal("read-one-partition", clients(64), FEW);
    build.add("read", clients(1, 4, 16, 256), join(STORES, OVER_HTTP));
    for (var letter : List.of("c", "b", "a", "f", "d", "e")) {
      build.addGoal("ycsb-" + letter, clients(16, 64), STORES);
    }
    build.add("range-10", clients(16), join(STORES, List.of(TargetKind.WEIR_HTTP1)));
    for (var rows : List.of("100", "1000")) {
      build.addGoal("range-" + rows, clients(16), join(STORES, List.of(TargetKind.WEIR_HTTP1)));
    }
    build.add("stream", clients(1), List.of(TargetKind.WEIR));
    build.addGoal("upsert", clients(256), join(WRITERS, List.of(TargetKind.REACTOR_NETTY_HTTP1)));
    build.addGoal("upsert", clients(64), FEW);
    build.addGoal("mixed-joint", clients(64), FEW);
    build.addGoal("batch-2", clients(64), join(FEW, List.of(TargetKind.ETCD)));
    build.addGoal("joint-2", clients(64), join(FEW, List.of(TargetKind.ETCD)));
    build.addGoal("batch-100", clients(16), WRITERS);
    build.addGoal("bulk-1000", clients(8), FEW);
    build.addGoalOf(
        BACKLOG,
        "queue",
        clients(16),
        List.of(TargetKind.WEIR, TargetKind.POSTGRESQL, TargetKind.AZURITE_QUEUE));
    build.addGoal("increment", clients(256), FEW);
    build.addGoal("increment", clients(64), FEW);
    build.addGoal("upsert-one-row", clients(256), List.of(TargetKind.WEIR));
    build.addGoal("sum", ONE_BY_ONE, INDEXED);
    build.addGoal("stream-numbered", ONE_BY_ONE, INDEXED);
    build.add("read-narrow", clients(64), FEW);
    build.add("upsert-narrow", clients(64), FEW);
    build.add("read-many-partitions", clients(64), FEW);
    build.add("read-mixed-sizes", clients(16), FEW);
    build.add("upsert-mixed-sizes", clients(16), FEW);
    build.addGoal("index-eq", clients(64), INDEXED);
    build.addGoal("index-range", clients(16), INDEXED);
    for (var indexes : List.of("0", "1", "3", "5")) { // after the reads: upserts change the groups
      build.addGoal("upsert-indexed-" + indexes, clients(64), INDEXED);
    }
    for (var share : List.of(10, 5)) {
      build.addOf(budget.entities() / share, "read", clients(64), FEW);
      build.addOf(budget.entities() / share, "upsert", clients(64), FEW);
    }
    build.addOf(budget.entities() * 5, "read", clients(64), FEW);
    build.addOf(budget.entities() * 5, "upsert", clients(64), FEW);
    return new ComparisonPlan(
        build.tasks,
        build.scheduled(join(FEW, List.of(TargetKind.WEIR_HTTP1, TargetKind.REACTOR_NETTY_H2C))));
  }

  /**
   * Returns the plan of the guard: reads over HTTP beside their limit, and the operations of the
   * client.
   */
  static ComparisonPlan guard(TimeBudget budget) throws IOException {
    var build = new Builder(budget);
    build.add(
        "read",
        clients(64),
        List.of(TargetKind.REACTOR_NETTY_HTTP1, TargetKind.WEIR_HTTP1, TargetKind.WEIR));
    for (var name : List.of("ycsb-a", "range-100", "upsert", "batch-100")) {
      build.add(name, clients(64), List.of(TargetKind.WEIR));
    }
    return new ComparisonPlan(build.tasks, List.of());
  }

  /** Returns the plan of point reads by each protocol and media type. */
  static ComparisonPlan reads(TimeBudget budget) throws IOException {
    var build = new Builder(budget);
    build.add(
        "read",
        clients(64),
        List.of(
            TargetKind.REACTOR_NETTY_HTTP1,
            TargetKind.WEIR_HTTP1,
            TargetKind.WEIR_FRAMES_HTTP1,
            TargetKind.REACTOR_NETTY_H2C,
            TargetKind.WEIR_H2C,
            TargetKind.WEIR_FRAMES_H2C,
            TargetKind.WEIR));
    return new ComparisonPlan(build.tasks, List.of());
  }

  /**
   * Returns the plan of streams of whole tables. The emulator pages more slowly the more it holds,
   * so its table is smaller.
   */
  static ComparisonPlan streams(TimeBudget budget) throws IOException {
    var build = new Builder(budget);
    build.add(
        "stream",
        ONE_BY_ONE,
        List.of(
            TargetKind.REACTOR_NETTY_H2C,
            TargetKind.WEIR_FRAMES_H2C,
            TargetKind.WEIR_LINES_H2C,
            TargetKind.WEIR_UNORDERED_H2C,
            TargetKind.POSTGRESQL,
            TargetKind.WEIR));
    build.addOf(
        budget.entities() / 4, "stream", ONE_BY_ONE, List.of(TargetKind.AZURITE, TargetKind.WEIR));
    return new ComparisonPlan(build.tasks, List.of());
  }

  /**
   * Returns the plan of durable bulk writes, of the same upserts as single requests, and as commits
   * one at a time.
   */
  static ComparisonPlan bulkWrites(TimeBudget budget) throws IOException {
    var build = new Builder(budget);
    build.add("bulk-50000", ONE_BY_ONE, List.of(TargetKind.WEIR, TargetKind.WEIR_LINES_H2C));
    build.add("upsert", clients(64), List.of(TargetKind.WEIR, TargetKind.POSTGRESQL));
    build.add("upsert", clients(1), List.of(TargetKind.POSTGRESQL));
    return new ComparisonPlan(build.tasks, List.of());
  }

  /** Returns the plan with these targets only. */
  ComparisonPlan only(List<TargetKind> kinds) {
    return new ComparisonPlan(only(tasks, kinds), only(scheduled, kinds));
  }

  /** Returns the plan with these workloads only; unchanged if none is named. */
  ComparisonPlan onlyOf(List<Workload> workloads) {
    return workloads.isEmpty()
        ? this
        : new ComparisonPlan(onlyOf(tasks, workloads), onlyOf(scheduled, workloads));
  }

  /** Returns the plan with queues in which this number of messages wait. */
  ComparisonPlan withBacklog(int messages) {
    return new ComparisonPlan(
        tasks.stream()
            .map(task ->
                task.workload().size() == RowSize.MESSAGE ? task.ofEntities(messages) : task)
            .toList(),
        scheduled);
  }

  /** Returns the names of the workloads that a kind does not offer. */
  List<String> notOffered(TargetKind kind) {
    return tasks.stream()
        .map(WorkloadTask::workload)
        .filter(workload -> !kind.offers(workload))
        .map(Workload::name)
        .distinct()
        .toList();
  }

  List<TargetKind> kinds() {
    return tasks.stream()
        .flatMap(task -> task.kinds().stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static List<WorkloadTask> only(List<WorkloadTask> tasks, List<TargetKind> kinds) {
    return tasks.stream()
        .map(task -> task.only(kinds))
        .filter(task -> !task.kinds().isEmpty())
        .toList();
  }

  private static List<WorkloadTask> onlyOf(List<WorkloadTask> tasks, List<Workload> workloads) {
    return tasks.stream().filter(task -> workloads.contains(task.workload())).toList();
  }

  private static List<TargetKind> join(List<TargetKind> some, List<TargetKind> others) {
    return Stream.concat(some.stream(), others.stream()).distinct().toList();
  }

  private static List<Pace> clients(int... counts) {
    return IntStream.of(counts).<Pace>mapToObj(ClosedLoop::new).toList();
  }

  /** Collects tasks. Belongs to the thread that builds the plan. */
  private static final class Builder {

    private final TimeBudget budget;
    private final List<WorkloadTask> tasks = new ArrayList<>();

    Builder(TimeBudget budget) {
      this.budget = budget;
    }

    /** Adds a task that a goal refers to, with a longer warm-up. */
    void addGoal(String workload, List<Pace> paces, List<TargetKind> kinds) throws IOException {
      addGoalOf(budget.entities(), workload, paces, kinds);
    }

    void addGoalOf(int rows, String workload, List<Pace> paces, List<TargetKind> kinds)
        throws IOException {
      tasks.add(task(workload, rows, paces, kinds, budget.warmupOfGoal()));
    }

    void add(String workload, List<Pace> paces, List<TargetKind> kinds) throws IOException {
      addOf(budget.entities(), workload, paces, kinds);
    }

    void addOf(int rows, String workload, List<Pace> paces, List<TargetKind> kinds)
        throws IOException {
      tasks.add(task(workload, rows, paces, kinds, budget.warmupOfTask()));
    }

    /**
     * Returns the tasks on a schedule. Other tasks ran since these targets were warm, so waiting
     * clients warm them up again.
     */
    List<WorkloadTask> scheduled(List<TargetKind> kinds) throws IOException {
      var rows = budget.entities();
      return List.of(
          task("read", rows, clients(64), kinds, budget.warmupOfGoal()),
          task("ycsb-a", rows, clients(64), FEW, budget.warmupOfGoal()));
    }

    private static WorkloadTask task(
        String workload, int rows, List<Pace> paces, List<TargetKind> kinds, Warmup warmup)
        throws IOException {
      return new WorkloadTask(Workloads.named(workload), rows, paces, kinds, warmup);
    }
  }
}
