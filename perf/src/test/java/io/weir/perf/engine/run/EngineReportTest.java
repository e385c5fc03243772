package io.weir.perf.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.report.Spread;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RowSize;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EngineReportTest {

  private static final DataSet DATA = new DataSet(1_000);

  @Test
  void subjectsOfATaskAreInOneRow() {
    var table = new ComparisonTables(List.of(
        measured(BenchmarkTask.POINT_READ, "weir", 600, 2),
        measured(BenchmarkTask.POINT_READ, "rocksdb", 200, 5),
        measured(BenchmarkTask.RANGE, "weir", 10, 1)));

    assertThat(table.toString().lines())
        .contains(
            "| point read | 1,000 wide | 600 | 600 – 600 | 200 | – | 3.00 | – |",
            "| point read | 1,000 wide | 2.00 | 5.00 | – | 2.50 | – | 9.00 | 9.00 | – | – | – | – |",
            "| range of 1,000 | 1,000 wide | 10 | 10 – 10 | – | – | – | – |");
  }

  @Test
  void theGoalsTableShowsTheMeasuredValues() {
    var measured = List.of(
        measured(BenchmarkTask.FORCED_UPSERT, "weir", 300, 2),
        measured(BenchmarkTask.FORCED_UPSERT, "rocksdb", 100, 3),
        measured(BenchmarkTask.FORCED_UPSERT, "disk", 400, 1));
    var footprint = new Footprint("weir", DATA, 1, 5_000, 1_000, Map.of("log", 1_200L));

    var overwritten = footprint.withDiskBytes(Map.of("pages", 1_300L, "log", 1_000L));

    assertThat(new EngineGoals(
                measured, List.of(), List.of(), List.of(footprint), List.of(overwritten))
            .toString()
            .lines())
        .contains(
            "| upsert, forced ÷ RocksDB | 1,000 wide | ≥ 4.0 | 3.00 | 1.50 |",
            "| page files a user byte, overwritten | 1,000 wide | ≤ 1.5 | 1.30 |  |",
            "| all files a user byte, overwritten | 1,000 wide | ≤ 2.2 | 2.30 |  |",
            "| upsert, forced ÷ the disk's forces × 64 | 1,000 wide | ≥ 0.8 | 0.75 |  |",
            "| heap bytes an entity | 1,000 wide | ≤ 8 | 5.00 |  |");
  }

  @Test
  void theGoalsOfIndexesAreComparedWithAStoreWithoutIndexes() {
    var none = new DataSet(1_000, RowSize.INDEXED0);
    var five = new DataSet(1_000, RowSize.INDEXED5);
    var indexed = List.of(
        measured(BenchmarkTask.BACKFILL, none, "", "weir", 250_000, 4, 0),
        measured(BenchmarkTask.BESIDE_BACKFILL, none, "NOTHING", "weir", 2_000, 9, 100),
        measured(BenchmarkTask.BESIDE_BACKFILL, none, "LOAD", "weir", 2_000, 9, 250),
        measured(BenchmarkTask.UPSERT, none, "", "weir", 500, 10, 9),
        measured(BenchmarkTask.UPSERT, five, "", "weir", 200, 25, 9),
        measured(BenchmarkTask.INDEX_EQ, five, "", "weir", 900, 40, 9));

    assertThat(new EngineGoals(List.of(), List.of(), indexed, List.of(), List.of())
            .toString()
            .lines())
        .contains(
            "| backfill, entities a second | 1,000 indexed0 | ≥ 200,000 | 250,000 |  |",
            "| upsert with indexes ÷ without | 1,000 indexed5 | ≤ 3.0 |  | 2.50 |",
            "| equality on an index, 10 hits, CPU µs | 1,000 indexed5 | ≤ 60 |  | 40.00 |",
            "| p99 of reads and upserts beside a backfill ÷ without | 1,000 indexed0 | ≤ 2 | 2.50 |  |");
  }

  private static BenchmarkResult measured(
      BenchmarkTask task, String subject, double perSecond, double cpuMicros) {
    return measured(task, DATA, "", subject, perSecond, cpuMicros, 9);
  }

  private static BenchmarkResult measured(
      BenchmarkTask task,
      DataSet data,
      String beside,
      String subject,
      double perSecond,
      double cpuMicros,
      double p99Micros) {
    return new BenchmarkResult(
        task,
        data,
        beside,
        subject,
        Spread.of(perSecond),
        Spread.of(cpuMicros),
        Spread.of(p99Micros),
        Spread.of(0));
  }
}
