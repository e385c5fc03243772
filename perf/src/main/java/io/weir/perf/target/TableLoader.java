package io.weir.perf.target;

import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Fills tables. Any thread. */
final class TableLoader {

  private static final int BATCH_ROWS = 100;
  private static final int BATCHES_AT_ONCE = 16;
  private static final int ROWS_AT_ONCE = 128;
  private static final int LONG_ROWS_AT_ONCE = 8;

  private TableLoader() {}

  /**
   * Loads by batches of one partition, or row by row if rows are long or each partition has one
   * row.
   */
  static Mono<Void> byBatches(TargetTable table, Population population) {
    if (population.size() == RowSize.MIXED || population.partitions() == population.entities()) {
      return byRows(table::upsert, population);
    }
    return Flux.range(0, population.partitions())
        .concatMapIterable(partition -> batches(population, partition))
        .flatMap(table::batch, BATCHES_AT_ONCE)
        .then();
  }

  /** Loads row by row, many at a time. */
  static Mono<Void> byRows(Function<DataRow, Mono<Integer>> upsert, Population population) {
    var atOnce = population.size() == RowSize.MIXED ? LONG_ROWS_AT_ONCE : ROWS_AT_ONCE;
    return Flux.range(0, population.entities())
        .map(number -> population.row(number, 0))
        .flatMap(upsert, atOnce)
        .then();
  }

  /** Returns the batches of a partition, each built when the iterator reaches it. */
  private static Iterable<List<DataRow>> batches(Population population, int partition) {
    var rows = population.rowsIn(partition);
    return () -> IntStream.iterate(0, first -> first < rows, first -> first + BATCH_ROWS)
        .mapToObj(first -> batch(population, partition, first, Math.min(first + BATCH_ROWS, rows)))
        .iterator();
  }

  private static List<DataRow> batch(Population population, int partition, int first, int end) {
    return IntStream.range(first, end)
        .mapToObj(row -> population.row(partition + row * population.partitions(), 0))
        .toList();
  }
}
