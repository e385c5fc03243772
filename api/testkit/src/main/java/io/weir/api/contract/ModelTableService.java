package io.weir.api.contract;

import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The reference implementation: the contract in its simplest form, over sorted maps in memory.
 *
 * <p>It proves that the contract can be kept. Property tests compare other implementations with it,
 * and tests of other subjects use it in place of an engine. It plans nothing: every query is
 * reported as a table scan. A stream reports progress every {@value ModelStream#PROGRESS_EVERY}
 * entities, so code that passes a stream on meets all kinds of items.
 *
 * <p>Any thread. Signals run on the subscriber's thread; those of a stream run on the requesting
 * thread. A caller waits only while another thread reads or writes.
 */
public final class ModelTableService implements TableService {

  private final ModelStore store;

  /** Creates an empty account that reads the system's clock. */
  public ModelTableService() {
    this(Clock.systemUTC());
  }

  /** Creates an empty account that reads this clock. */
  public ModelTableService(InstantSource clock) {
    this.store = new ModelStore(clock);
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return Mono.fromRunnable(() -> store.create(table));
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return Mono.fromRunnable(() -> store.drop(table));
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return Mono.fromCallable(() -> store.find(table));
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return Mono.fromCallable(() -> store.list(query));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return Mono.fromCallable(() -> store.get(table, key)).map(entity -> entity.select(selection));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return Mono.fromCallable(() -> store.write(table, write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return Mono.fromCallable(() -> store.submit(table, batch));
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.fromCallable(() -> store.commit(commit));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.fromCallable(() -> store.getAll(keys));
  }

  /** Stores the value. The model obeys rules of expiry; it has no feed. */
  @Override
  public <T> Mono<Void> set(TableName table, TableSetting<T> setting, T value) {
    return Mono.fromRunnable(() -> store.set(table, setting, value));
  }

  @Override
  public Mono<Void> clear(TableName table, TableSetting<?> setting) {
    return Mono.fromRunnable(() -> store.clear(table, setting));
  }

  @Override
  public <T> Mono<T> setting(TableName table, TableSetting<T> setting) {
    return Mono.fromCallable(() -> store.setting(table, setting));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return Mono.fromRunnable(() -> store.deleteRange(table, keys));
  }

  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return Mono.fromRunnable(() -> store.createIndex(table, definition));
  }

  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return Mono.fromCallable(() -> store.indexes(table));
  }

  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return Mono.fromRunnable(() -> store.dropIndex(table, index));
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return Mono.fromCallable(() -> store.page(table, query));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return Flux.generate(() -> store.open(table, query), (stream, sink) -> {
      var item = store.next(stream);
      if (item == null) {
        sink.complete();
      } else {
        sink.next(item);
      }
      return stream;
    });
  }
}
