package io.weir.perf.engine.run;

import io.weir.perf.engine.BatchBenchmark;
import io.weir.perf.engine.BesideLoadBenchmark;
import io.weir.perf.engine.FilteredScanBenchmark;
import io.weir.perf.engine.ForcedBatchBenchmark;
import io.weir.perf.engine.ForcedUpsertBenchmark;
import io.weir.perf.engine.FullScanBenchmark;
import io.weir.perf.engine.MissBenchmark;
import io.weir.perf.engine.MixedBenchmark;
import io.weir.perf.engine.PointReadBenchmark;
import io.weir.perf.engine.RangeScanBenchmark;
import io.weir.perf.engine.UpsertBenchmark;
import io.weir.perf.engine.alone.BackfillBenchmark;
import io.weir.perf.engine.alone.BesideBackfillBenchmark;
import io.weir.perf.engine.alone.BesideSweepBenchmark;
import io.weir.perf.engine.alone.IndexEqBenchmark;
import io.weir.perf.engine.alone.IndexRangeBenchmark;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** The tasks in the order in which they run: those that change the stores come last. */
enum BenchmarkTask {
  POINT_READ("point read", PointReadBenchmark.class, false),
  MISS("point read, absent", MissBenchmark.class, false),
  RANGE("range of 1,000", RangeScanBenchmark.class, false),
  FULL_SCAN("full scan", FullScanBenchmark.class, false),
  FILTERED_SCAN("filtered scan, 1 in 25", FilteredScanBenchmark.class, false),
  INDEX_EQ("equality on an index, 10 hits", IndexEqBenchmark.class, false),
  INDEX_RANGE("1,000 in the order of an index", IndexRangeBenchmark.class, false),
  BACKFILL("backfill of an index", BackfillBenchmark.class, true),
  BESIDE_BACKFILL("95 reads, 5 upserts, on a schedule", BesideBackfillBenchmark.class, true),
  BESIDE_SWEEP("the same beside a sweep", BesideSweepBenchmark.class, true),
  BESIDE_LOAD("point read on a schedule", BesideLoadBenchmark.class, true),
  MIXED("95 reads, 5 upserts, zipfian", MixedBenchmark.class, true),
  UPSERT("upsert", UpsertBenchmark.class, true),
  FORCED_UPSERT("upsert, forced", ForcedUpsertBenchmark.class, true),
  BATCH("batch of 100", BatchBenchmark.class, true),
  FORCED_BATCH("batch of 100, forced", ForcedBatchBenchmark.class, true);

  /** The tasks that the peers do not have. */
  static final Set<BenchmarkTask> OF_WEIR =
      Set.of(INDEX_EQ, INDEX_RANGE, BACKFILL, BESIDE_BACKFILL, BESIDE_SWEEP);

  private final String title;
  private final Class<?> benchmark;
  private final boolean writes;

  BenchmarkTask(String title, Class<?> benchmark, boolean writes) {
    this.title = title;
    this.benchmark = benchmark;
    this.writes = writes;
  }

  String title() {
    return title;
  }

  /** Returns whether the task changes the stores. */
  boolean writes() {
    return writes;
  }

  /** Returns a pattern for JMH that matches one subject's benchmark. */
  String pattern(String subject) {
    return "\\Q" + benchmark.getName() + "." + subject + "\\E$";
  }

  /** Returns whether a benchmark, by JMH's name of it, is one of a task. */
  static boolean has(String name) {
    return find(name).isPresent();
  }

  /** Returns the task of a benchmark, by JMH's name of it. */
  static BenchmarkTask ofBenchmark(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalArgumentException("unknown task benchmark=" + name));
  }

  private static Optional<BenchmarkTask> find(String name) {
    return Arrays.stream(values())
        .filter(task -> name.startsWith(task.benchmark.getName() + "."))
        .findFirst();
  }
}
