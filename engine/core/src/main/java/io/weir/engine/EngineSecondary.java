package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.Aggregates;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.scan.PointRead;
import io.weir.engine.scan.Scans;
import io.weir.engine.store.ReadView;
import io.weir.engine.store.Store;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of one account as this node has applied them, also while another node leads: readers
 * accept that the leader may have acknowledged more. Writes are refused.
 *
 * <p>A read looks its table up in the rows of the catalog, because the catalog in memory may be
 * older than they are. It goes by keys: an index may be readable in one shard before another shard
 * has applied its entries. Indexes and the change feed are not offered. A table that is dropped
 * during a read may look as if its entities were removed.
 *
 * <p>Runs on: the thread that subscribes or requests.
 */
final class EngineSecondary implements TableService {

  private final Store store;
  private final AccountName account;
  private final ReadView rows;

  EngineSecondary(Store store, AccountName account) {
    this.store = store;
    this.account = account;
    this.rows = store.secondary(new Catalog());
  }

  @Override
  public Mono<TableName> table(TableName name) {
    return found(name).map(Table::name);
  }

  /** Returns a table without its indexes; empty when there is none. */
  private Mono<Table> found(TableName name) {
    var key = new EntityKey(account.value(), name.folded());
    return EntityRead.of(rows, () -> new PointRead(Catalog.ID, key, Selection.ALL))
        .map(CatalogRow::of)
        .cast(Table.class)
        .map(EngineSecondary::withoutIndexes);
  }

  private static Table withoutIndexes(Table table) {
    return new Table(table.account(), table.name(), table.id(), table.settings(), List.of());
  }

  private Mono<Table> require(TableName name) {
    return found(name)
        .switchIfEmpty(
            Mono.error(() -> new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name)));
  }

  private ReadView viewOf(Collection<Table> tables) {
    var catalog = new Catalog();
    tables.forEach(catalog::add);
    return store.secondary(catalog);
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    var ofAccount = FilterParser.parse("PartitionKey eq '" + account + "'");
    var catalog = new Table(account, new TableName("Catalog"), Catalog.ID);
    return new StreamPublisher(
            () -> Scans.of(rows, catalog, Query.ALL.where(ofAccount)),
            store.loops(),
            store.nanoClock())
        .ofType(StreamItem.Row.class)
        .map(row -> CatalogRow.of(row.entity()))
        .ofType(Table.class)
        .collectList()
        .map(tables -> TableListing.page(viewOf(tables).catalog().tables(account), query));
  }

  @Override
  public Mono<Entity> get(TableName name, EntityKey key, Selection selection) {
    return require(name)
        .flatMap(table ->
            EntityRead.of(viewOf(List.of(table)), () -> new PointRead(table.id(), key, selection)));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.defer(() -> {
      EngineTables.requireKeys(keys.size());
      return Flux.range(0, keys.size())
          .map(place -> Map.entry(keys.get(place).table(), place))
          .distinct(Map.Entry::getKey)
          .concatMap(first -> require(first.getKey())
              .onErrorMap(NotFoundException.class, absent -> absent.atOperation(first.getValue()))
              .map(table -> Map.entry(first.getKey(), table)))
          .collectMap(Map.Entry::getKey, Map.Entry::getValue)
          .flatMap(tables -> together(keys, tables));
    });
  }

  private Mono<List<Optional<Entity>>> together(List<TableKey> keys, Map<TableName, Table> tables) {
    var treeKeys = keys.stream()
        .map(key -> TreeKeys.of(
            Objects.requireNonNull(tables.get(key.table())).id(), key.key().encoded()))
        .toList();
    return Mono.create(sink -> new JointRead(viewOf(tables.values()), treeKeys, sink).run());
  }

  @Override
  public Mono<Aggregates> aggregate(TableName name, Query query, Aggregation aggregation) {
    return require(name).flatMap(table -> {
      var view = viewOf(List.of(table));
      return AggregateRead.of(
          view,
          table,
          query,
          aggregation,
          entities -> Scans.apart(view, table, entities, AggregateRead.mostScans(view)),
          report -> {});
    });
  }

  @Override
  public Mono<Page<Entity>> page(TableName name, Query query) {
    return require(name)
        .flatMap(table -> PageRead.of(
            () -> Scans.of(viewOf(List.of(table)), table, query.top(Query.NO_TOP)),
            query,
            store.loops(),
            store.nanoClock()));
  }

  @Override
  public Flux<StreamItem> stream(TableName name, Query query) {
    return require(name)
        .flatMapMany(table -> new StreamPublisher(
            () -> Scans.of(viewOf(List.of(table)), table, query),
            store.loops(),
            store.nanoClock()));
  }

  @Override
  public <T> Mono<T> setting(TableName name, TableSetting<T> setting) {
    return require(name).mapNotNull(table -> table.setting(setting).orElse(null));
  }

  @Override
  public Mono<Void> createTable(TableName name) {
    return refused();
  }

  @Override
  public Mono<Void> deleteTable(TableName name) {
    return refused();
  }

  @Override
  public Mono<WriteResult> write(TableName name, Write write) {
    return refused();
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName name, Batch batch) {
    return refused();
  }

  @Override
  public Mono<Void> deleteRange(TableName name, Filter keys) {
    return refused();
  }

  private static <T> Mono<T> refused() {
    return Mono.error(
        () -> new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "secondary=readOnly"));
  }
}
