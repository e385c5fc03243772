package io.weir.server.request;

import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedSettings;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.expiry.Expiry;
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
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Tables whose work is cancelled at a {@link RequestTimeout} and then fails with {@code OperationTimedOut}. A cancelled
 * read stops. A cancelled write may still be carried out.
 *
 * <p>Signals on the threads of the wrapped tables, and on the loop of the connection for a timeout.
 */
final class TimedTables implements TableService {

  private final TableService tables;
  private final RequestTimeout timeout;

  TimedTables(TableService tables, RequestTimeout timeout) {
    this.tables = tables;
    this.timeout = timeout;
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return timeout.bound(tables.createTable(table));
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return timeout.bound(tables.deleteTable(table));
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return timeout.bound(tables.table(table));
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return timeout.bound(tables.tables(query));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return timeout.bound(tables.get(table, key, selection));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return timeout.bound(tables.write(table, write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return timeout.bound(tables.submit(table, batch));
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return timeout.bound(tables.commit(commit));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return timeout.bound(tables.getAll(keys));
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return timeout.bound(tables.bulk(table, lines));
  }

  @Override
  public Mono<Void> setExpiry(TableName table, Expiry expiry) {
    return timeout.bound(tables.setExpiry(table, expiry));
  }

  @Override
  public Mono<Void> removeExpiry(TableName table) {
    return timeout.bound(tables.removeExpiry(table));
  }

  @Override
  public Mono<Expiry> expiry(TableName table) {
    return timeout.bound(tables.expiry(table));
  }

  @Override
  public Mono<Void> setFeedSettings(TableName table, FeedSettings settings) {
    return timeout.bound(tables.setFeedSettings(table, settings));
  }

  @Override
  public Mono<FeedSettings> feedSettings(TableName table) {
    return timeout.bound(tables.feedSettings(table));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return timeout.bound(tables.deleteRange(table, keys));
  }

  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return timeout.bound(tables.createIndex(table, definition));
  }

  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return timeout.bound(tables.indexes(table));
  }

  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return timeout.bound(tables.dropIndex(table, index));
  }

  @Override
  public Mono<QueryReport> count(TableName table, Query query) {
    return timeout.bound(tables.count(table, query));
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return timeout.bound(tables.page(table, query));
  }

  @Override
  public FeedConsumers consumers() {
    return new TimedConsumers(tables.consumers(), timeout);
  }

  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return timeout.bound(tables.changes(scope, from));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return timeout.bound(tables.stream(table, query));
  }
}
