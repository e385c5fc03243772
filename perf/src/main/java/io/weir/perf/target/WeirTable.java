package io.weir.perf.target;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.DataSet;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A table of Weir behind any {@code TableService}. */
record WeirTable(TableService tables, TableName name) implements TargetTable {

  @Override
  public Mono<Integer> read(EntityKey key) {
    return tables.get(name, key).map(entity -> 1).defaultIfEmpty(0);
  }

  @Override
  public Mono<Integer> upsert(DataRow row) {
    return tables.write(name, replacement(row)).thenReturn(1);
  }

  @Override
  public Mono<Integer> insert(DataRow row) {
    return tables.write(name, new Write.Insert(row.entity())).thenReturn(1);
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    var query = Query.ALL.where(DataSet.from(from)).top(rows);
    return tables.page(name, query).map(page -> page.items().size());
  }

  @Override
  public Mono<Integer> batch(List<DataRow> rows) {
    var batch = new Batch(rows.stream().map(WeirTable::replacement).toList());
    return tables.submit(name, batch).map(List::size);
  }

  @Override
  public Mono<Integer> bulk(List<DataRow> rows) {
    var lines = Flux.fromIterable(rows).map(row -> BulkLine.of(replacement(row)));
    return tables
        .bulk(name, lines)
        .filter(BulkResult.Done.class::isInstance)
        .count()
        .map(Long::intValue);
  }

  @Override
  public Mono<Integer> stream() {
    return tables.query(name, Query.ALL).count().map(Long::intValue);
  }

  private static Write replacement(DataRow row) {
    return new Write.Upsert(row.entity(), WriteMode.REPLACE);
  }
}
