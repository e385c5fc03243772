package io.weir.api;

import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A service that leads every operation to another service by one of two hooks: {@link #one} around
 * each {@code Mono} and {@link #many} around each {@code Flux}. A decorator over one service is a
 * {@link ForwardingTables}; a router over several implements the hooks.
 *
 * <p>Methods that the contract defines by another method are not led, because a subclass may change
 * the other one: {@code tables()}, {@code get} of all properties, {@code query}, {@code count}, and
 * {@code changes} of a consumer.
 *
 * <p>Runs on the threads of the other service.
 */
public abstract class RoutedTables implements TableService {

  /** Carries out an operation with at most one answer. {@code call} does so on a service. */
  protected abstract <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call);

  /** Carries out an operation with a stream of answers. {@code call} does so on a service. */
  protected abstract <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call);

  @Override
  public Mono<Void> createTable(TableName table) {
    return one(Operation.CREATE_TABLE, tables -> tables.createTable(table));
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return one(Operation.DELETE_TABLE, tables -> tables.deleteTable(table));
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return one(Operation.GET_TABLE, tables -> tables.table(table));
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return one(Operation.QUERY_TABLES, tables -> tables.tables(query));
  }

  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return one(Operation.CREATE_INDEX, tables -> tables.createIndex(table, definition));
  }

  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return one(Operation.LIST_INDEXES, tables -> tables.indexes(table));
  }

  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return one(Operation.DROP_INDEX, tables -> tables.dropIndex(table, index));
  }

  @Override
  public <T> Mono<Void> set(TableName table, TableSetting<T> setting, T value) {
    return one(Operation.SET_SETTING, tables -> tables.set(table, setting, value));
  }

  @Override
  public Mono<Void> clear(TableName table, TableSetting<?> setting) {
    return one(Operation.CLEAR_SETTING, tables -> tables.clear(table, setting));
  }

  @Override
  public <T> Mono<T> setting(TableName table, TableSetting<T> setting) {
    return one(Operation.GET_SETTING, tables -> tables.setting(table, setting));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return one(Operation.GET_ENTITY, tables -> tables.get(table, key, selection));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return one(Operation.GET_ALL_ENTITIES, tables -> tables.getAll(keys));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return one(Operation.WRITE_ENTITY, tables -> tables.write(table, write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return one(Operation.BATCH, tables -> tables.submit(table, batch));
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return one(Operation.JOINT_COMMIT, tables -> tables.commit(commit));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return one(Operation.DELETE_RANGE, tables -> tables.deleteRange(table, keys));
  }

  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return one(Operation.AGGREGATE_ENTITIES, tables -> tables.aggregate(table, query, aggregation));
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return one(Operation.QUERY_ENTITIES, tables -> tables.page(table, query));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return many(Operation.STREAM_ENTITIES, tables -> tables.stream(table, query));
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return many(Operation.BULK, tables -> tables.bulk(table, lines));
  }

  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return many(Operation.STREAM_CHANGES, tables -> tables.changes(scope, from));
  }

  /** Aggregates by reading the answer of {@link #stream}, as the contract's default does. */
  protected final Mono<Aggregates> aggregateByStream(
      TableName table, Query query, Aggregation aggregation) {
    return TableService.super.aggregate(table, query, aggregation);
  }

  @Override
  public FeedConsumers consumers() {
    return new Consumers();
  }

  /** The named consumers. Each call is an operation. */
  private final class Consumers implements FeedConsumers {

    @Override
    public Mono<NamedConsumer> create(
        ConsumerName name, Optional<TableName> table, FeedStart start) {
      return one(
          Operation.CREATE_CONSUMER, tables -> tables.consumers().create(name, table, start));
    }

    @Override
    public Mono<List<NamedConsumer>> list() {
      return one(Operation.LIST_CONSUMERS, tables -> tables.consumers().list());
    }

    @Override
    public Mono<NamedConsumer> get(ConsumerName name) {
      return one(Operation.GET_CONSUMER, tables -> tables.consumers().get(name));
    }

    @Override
    public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
      return one(
          Operation.ADVANCE_CONSUMER, tables -> tables.consumers().advance(name, generation, to));
    }

    @Override
    public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
      return one(Operation.RESET_CONSUMER, tables -> tables.consumers().reset(name, start));
    }

    @Override
    public Mono<Void> delete(ConsumerName name) {
      return one(Operation.DELETE_CONSUMER, tables -> tables.consumers().delete(name));
    }
  }
}
