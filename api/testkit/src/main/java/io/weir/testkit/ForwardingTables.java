package io.weir.testkit;

import io.weir.api.FeedSettings;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.expiry.Expiry;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A service with the core of the contract, its rules of expiry and its settings of feeds: it forwards these calls to another service, except for the
 * methods that a test overrides. Bulk writes use the single writes of this class. It has no joint commits, joint reads, indexes and feeds, as
 * another service may have none; a test that needs them overrides them.
 */
public abstract class ForwardingTables implements TableService {

  private final TableService tables;

  protected ForwardingTables(TableService tables) {
    this.tables = tables;
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return tables.createTable(table);
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return tables.deleteTable(table);
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return tables.table(table);
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return tables.tables(query);
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return tables.get(table, key, selection);
  }

  @Override
  public Mono<Void> setExpiry(TableName table, Expiry expiry) {
    return tables.setExpiry(table, expiry);
  }

  @Override
  public Mono<Void> removeExpiry(TableName table) {
    return tables.removeExpiry(table);
  }

  @Override
  public Mono<Expiry> expiry(TableName table) {
    return tables.expiry(table);
  }

  @Override
  public Mono<Void> setFeedSettings(TableName table, FeedSettings settings) {
    return tables.setFeedSettings(table, settings);
  }

  @Override
  public Mono<FeedSettings> feedSettings(TableName table) {
    return tables.feedSettings(table);
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return tables.deleteRange(table, keys);
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return tables.page(table, query);
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return tables.stream(table, query);
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return tables.write(table, write);
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return tables.submit(table, batch);
  }
}
