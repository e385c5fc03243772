package io.weir.perf.feed;

import io.weir.perf.target.TargetTable;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import java.time.Duration;
import reactor.core.publisher.Flux;

/** The rows that feeds report: each is a write of its own. */
final class WrittenRows {

  private static final int ROWS_A_PARTITION = 1_000;
  private static final int IN_FLIGHT = 256;
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private WrittenRows() {}

  /** Returns wide rows, of about 1 KB each. */
  static Population of(int count) {
    return new Population(count, Math.max(1, count / ROWS_A_PARTITION), RowSize.WIDE);
  }

  /** Writes all rows of a population one by one, many at a time. Blocks. */
  static void write(TargetTable table, Population rows) {
    var written = Flux.range(0, rows.entities())
        .map(number -> rows.row(number, 0))
        .flatMap(table::upsert, IN_FLIGHT)
        .count()
        .blockOptional(PATIENCE)
        .orElseThrow();
    ChangeBacklog.requireAll("writes", rows.entities(), written);
  }
}
