package io.weir.perf.engine.run;

import io.weir.perf.engine.Subjects;
import io.weir.perf.process.StoreHome;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Fills all stores, measures every task on them, and reports.
 *
 * <p>The stores take turns within each task, so that a disturbance of the machine meets all of
 * them. Each store is filled once and handed from process to process; tasks that read come first,
 * so that all stores are read as they were loaded.
 *
 * <p>{@code java -jar perf/target/perf.jar engine --short}
 */
public final class EngineRun {

  private static final List<BenchmarkTask> TASKS_BY_SIZE =
      List.of(BenchmarkTask.POINT_READ, BenchmarkTask.RANGE, BenchmarkTask.UPSERT);

  private static final List<BenchmarkTask> TASKS_OF_ALL = Stream.of(BenchmarkTask.values())
      .filter(task -> !BenchmarkTask.OF_WEIR.contains(task))
      .toList();

  private final EngineEffort effort;
  private final PrintStream progress;
  private final long startNanos = System.nanoTime();
  private final List<BenchmarkResult> measured = new ArrayList<>();
  private final List<BenchmarkResult> sizes = new ArrayList<>();
  private final List<BenchmarkResult> indexed = new ArrayList<>();
  private final List<Footprint> footprints = new ArrayList<>();
  private final List<Footprint> overwritten = new ArrayList<>();

  /** A run that prints its progress. */
  EngineRun(EngineEffort effort, PrintStream progress) {
    this.effort = effort;
    this.progress = progress;
  }

  /**
   * Measures everything and returns the report. Blocks for a quarter of an hour if {@code brief},
   * otherwise for about an hour.
   *
   * @param progress receives a line for each step
   */
  public static String report(boolean brief, PrintStream progress)
      throws IOException, RunnerException {
    return new EngineRun(brief ? EngineEffort.brief() : EngineEffort.full(), progress)
        .run()
        .toString();
  }

  /** Measures everything. Blocks. */
  EngineReport run() throws IOException, RunnerException {
    for (var data : effort.data()) {
      measured.addAll(measure(data, Subjects.STORES, TASKS_OF_ALL));
    }
    for (var data : effort.sizes()) {
      sizes.addAll(measure(data, List.of(Subjects.WEIR), TASKS_BY_SIZE));
    }
    for (var data : effort.indexed()) {
      indexed.addAll(
          measure(data, List.of(Subjects.WEIR), tasksWith(data.shape().indexes())));
    }
    return new EngineReport(measured, sizes, indexed, footprints, overwritten);
  }

  /**
   * Returns the tasks of a store with indexes. A backfill needs a store without; reads come before
   * the upserts, which change groups.
   */
  private static List<BenchmarkTask> tasksWith(int indexes) {
    return switch (indexes) {
      case 0 ->
        List.of(
            BenchmarkTask.BACKFILL,
            BenchmarkTask.BESIDE_BACKFILL,
            BenchmarkTask.BESIDE_SWEEP,
            BenchmarkTask.UPSERT);
      case 5 -> List.of(BenchmarkTask.INDEX_EQ, BenchmarkTask.INDEX_RANGE, BenchmarkTask.UPSERT);
      default -> List.of(BenchmarkTask.UPSERT);
    };
  }

  /** Loads the stores and runs the tasks. Measures before and after them what the stores occupy. */
  private List<BenchmarkResult> measure(
      DataSet data, List<String> stores, List<BenchmarkTask> tasks)
      throws IOException, RunnerException {
    var results = new ArrayList<BenchmarkResult>();
    try (var home = StoreHome.temporary()) {
      var loaded = new ArrayList<Footprint>();
      for (var store : stores) {
        loaded.add(load(store, data, home.path()));
      }
      footprints.addAll(loaded);
      for (var task : tasks) {
        for (var subject : subjects(task, stores)) {
          results.addAll(measure(task, subject, data, home.path()));
        }
      }
      for (var one : loaded) {
        overwritten.add(one.withDiskBytes(Footprint.diskBytes(home.path().resolve(one.subject()))));
      }
    }
    return results;
  }

  /**
   * Returns the subjects of a task. Reads beside a load measure Weir alone; forced writes include
   * the bare disk.
   */
  private static List<String> subjects(BenchmarkTask task, List<String> stores) {
    return switch (task) {
      case BESIDE_LOAD -> List.of(Subjects.WEIR);
      case FORCED_UPSERT ->
        Stream.concat(stores.stream(), Stream.of(Subjects.DISK)).toList();
      default -> stores;
    };
  }

  private Footprint load(String subject, DataSet data, Path stores) throws IOException {
    var footprint = StoreLoader.load(subject, data, stores);
    say(
        "loaded %s, %,d %s: %.1f s",
        subject, data.entities(), data.shape(), footprint.loadSeconds());
    return footprint;
  }

  private List<BenchmarkResult> measure(
      BenchmarkTask task, String subject, DataSet data, Path stores) throws RunnerException {
    var iteration = effort.iteration(task);
    var options = new OptionsBuilder();
    if (task == BenchmarkTask.BACKFILL) {
      options.operationsPerInvocation(data.entities());
    }
    options
        .include(task.pattern(subject))
        .param("entities", Integer.toString(data.entities()))
        .param("shape", data.shape().name())
        .param("stores", stores.toString())
        .warmupIterations(effort.warmups())
        .warmupTime(iteration)
        .measurementIterations(effort.measurements())
        .measurementTime(iteration)
        .verbosity(VerboseMode.SILENT);
    var results = BenchmarkRunner.measure(options.build());
    for (var result : results) {
      say(
          "%s %s, %,d %s, %s: %,.0f per second, %.2f CPU µs",
          task.title(),
          result.beside(),
          data.entities(),
          data.shape(),
          subject,
          result.perSecond().median(),
          result.cpuMicros().median());
    }
    return results;
  }

  private void say(String format, Object... facts) {
    var since = Duration.ofNanos(System.nanoTime() - startNanos);
    progress.printf("%3d:%02d  ", since.toMinutes(), since.toSecondsPart());
    progress.printf(format + "%n", facts);
  }
}
