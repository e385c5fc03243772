package io.weir.perf.cluster;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/** The same rows as a table of Weir, in this process. */
final class WeirRows {

  private static final TableName TABLE = new TableName("Measured");

  private final RowKeys keys;
  private final TableService tables;
  private final AtomicLongArray versions;

  private WeirRows(RowKeys keys, TableService tables, AtomicLongArray versions) {
    this.keys = keys;
    this.tables = tables;
    this.versions = versions;
  }

  /** Creates the table, which may come to hold so many rows. */
  static Mono<WeirRows> create(TableService tables, RowKeys keys, int rows) {
    return tables
        .createTable(TABLE)
        .then(Mono.fromSupplier(() -> new WeirRows(keys, tables, new AtomicLongArray(rows))));
  }

  Mono<Integer> get(int row) {
    return tables.get(TABLE, keys.key(row)).map(entity -> 1);
  }

  Mono<Integer> insert(int row) {
    return write(row, new Write.Insert(keys.entity(row)));
  }

  /** Replaces a row on the condition of its version. One at a time for each row. */
  Mono<Integer> update(int row) {
    return Mono.defer(() -> {
      var match = IfMatch.version(ETag.ofTimestamp(versions.get(row)));
      return write(row, new Write.Update(keys.entity(row), WriteMode.REPLACE, match));
    });
  }

  private Mono<Integer> write(int row, Write write) {
    return tables.write(TABLE, write).map(result -> {
      versions.set(row, result.timestampTicks());
      return 1;
    });
  }

  /** Stores the hundred rows of one partition that begin with this one, by one batch. */
  Mono<Integer> batch(int first) {
    var writes = IntStream.range(0, Batch.MAX_WRITES)
        .<Write>mapToObj(i -> new Write.Upsert(
            keys.entity(first + i * keys.partitions()), WriteMode.REPLACE))
        .toList();
    return tables.submit(TABLE, new Batch(writes)).map(results -> {
      for (var i = 0; i < results.size(); i++) {
        versions.set(first + i * keys.partitions(), results.get(i).timestampTicks());
      }
      return results.size();
    });
  }

  /** Inserts a row into a partition that all such rows share. */
  Mono<Integer> insertIntoOnePartition(int row) {
    var entity = Entity.builder("one", "%09d".formatted(row)).set(RowKeys.DATA, keys.data()).build();
    return tables.write(TABLE, new Write.Insert(entity)).map(result -> 1);
  }

  /** Reads all rows in order and returns their number. */
  Mono<Long> stream() {
    return tables.query(TABLE, Query.ALL).count();
  }

  Mono<Long> unorderedStream() {
    return tables.query(TABLE, Query.ALL.unordered()).count();
  }

  /** Reads the rows with a number below this one, by a filter that no key helps with. */
  Mono<Long> filteredStream(int below) {
    return tables.query(TABLE, Query.ALL.where(RowKeys.NUMBER + " lt " + below)).count();
  }

  /** Counts all rows. */
  Mono<Long> count() {
    return tables.count(TABLE, Query.ALL).map(report -> report.returned());
  }
}
