package io.weir.server.cli.load;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A service whose batches wait or fail as a test says. */
final class ScriptedService implements TableService {

  final AtomicInteger submitted = new AtomicInteger();
  Function<Batch, Mono<Void>> beforeSubmit = batch -> Mono.empty();
  private final TableService service;

  ScriptedService(TableService service) {
    this.service = service;
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return Mono.defer(() -> {
      submitted.incrementAndGet();
      return beforeSubmit.apply(batch).then(service.submit(table, batch));
    });
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return service.createTable(table);
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return service.deleteTable(table);
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return service.table(table);
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return service.tables(query);
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return service.get(table, key, selection);
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return service.write(table, write);
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return service.deleteRange(table, keys);
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return service.page(table, query);
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return service.stream(table, query);
  }
}
