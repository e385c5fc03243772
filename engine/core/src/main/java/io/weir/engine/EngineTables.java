package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.Aggregates;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.bulk.BulkPublisher;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.SettingText;
import io.weir.engine.catalog.Table;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.indexing.Indexing;
import io.weir.engine.indexing.UniqueWrites;
import io.weir.engine.observe.Arrival;
import io.weir.engine.observe.TrafficObserver;
import io.weir.engine.query.EncodedRange;
import io.weir.engine.query.EncodedRanges;
import io.weir.engine.scan.PointRead;
import io.weir.engine.scan.Scan;
import io.weir.engine.scan.Scans;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.RangeRemovalCommand;
import io.weir.engine.shard.Shard;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.store.Store;
import io.weir.engine.tree.ByteRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of one account in an embedded store.
 *
 * <p>Runs on: the thread that subscribes or requests, for reads. A write signals on the loop of the
 * shard that carried it out. See the package documentation.
 */
final class EngineTables implements TableService {

  private final Store store;
  private final Indexing indexing;
  private final Catalog catalog;
  private final UniqueWrites unique;
  private final TrafficObserver observer;
  private final AccountName account;

  EngineTables(Store store, Indexing indexing, AccountName account) {
    this.store = store;
    this.indexing = indexing;
    this.catalog = store.catalog();
    this.unique = new UniqueWrites(store);
    this.observer = store.observer();
    this.account = account;
  }

  @Override
  public Mono<Void> createTable(TableName name) {
    return Mono.create(sink -> {
      var table = new Table(account, name, catalog.nextId());
      store
          .commands()
          .send(
              Catalog.ID,
              List.of(new Write.Insert(table.row())),
              Reply.ofRow(sink, ErrorCode.TABLE_ALREADY_EXISTS, () -> {
                catalog.add(table);
              }));
    });
  }

  @Override
  public Mono<Void> deleteTable(TableName name) {
    return Mono.create(sink -> {
      var table = catalog.find(account, name);
      if (table == null) {
        store.role().requireLeading();
        sink.error(new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "table=" + name));
        return;
      }
      var removal = new Write.Delete(table.row().key(), IfMatch.ANY);
      store
          .commands()
          .send(
              Catalog.ID, List.of(removal), Reply.ofRow(sink, ErrorCode.RESOURCE_NOT_FOUND, () -> {
                dropped(name);
              }));
    });
  }

  @Override
  public Mono<TableName> table(TableName name) {
    return Mono.fromSupplier(() -> {
      store.role().requireLeading();
      var table = catalog.find(account, name);
      return table == null ? null : table.name();
    });
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return Mono.fromSupplier(() -> {
      store.role().requireLeading();
      return TableListing.page(catalog.tables(account), query);
    });
  }

  @Override
  public Mono<Entity> get(TableName name, EntityKey key, Selection selection) {
    return EntityRead.of(store, () -> {
      var id = require(name).id();
      observer.read(id, key, selection);
      return new PointRead(id, key, selection);
    });
  }

  @Override
  public Mono<WriteResult> write(TableName name, Write write) {
    return Mono.create(sink -> {
      var table = require(name);
      observer.wrote(table.id(), write, Arrival.SINGLE);
      var writes = List.of(write);
      var reply = Reply.ofWrite(
          sink,
          ticks -> WriteCommand.resultOf(write, ticks),
          again -> unique.send(table, writes, again));
      send(
          table,
          writes,
          isAnsweredWithEntity(write) ? new AnsweredChange<>(reply, Function.identity()) : reply);
    });
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName name, Batch batch) {
    return Mono.create(sink -> {
      var table = require(name);
      observer.wrote(table.id(), batch.writes(), Arrival.TOGETHER);
      var writes = batch.writes();
      send(
          table,
          writes,
          Reply.ofOperations(
              sink,
              ticks -> writes.stream()
                  .map(write -> WriteCommand.resultOf(write, ticks))
                  .toList(),
              reply -> unique.send(table, writes, reply)));
    });
  }

  private void send(Table table, List<Write> writes, CommandReply reply) {
    if (unique.concern(table.id())) {
      unique.send(table, writes, reply);
    } else {
      store.commands().send(table.id(), writes, reply);
    }
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.create(sink -> {
      var operations = operationsOf(commit);
      var reply = Reply.ofOperations(
          sink,
          ticks -> resultsOf(commit, ticks),
          stale -> unique.commit(operations, List.of(), stale));
      CommandReply whole = commit.operations().stream().anyMatch(EngineTables::isAnsweredWithEntity)
          ? new AnsweredChange<>(reply, changed -> resultsOf(commit, changed))
          : reply;
      if (unique.concerns(operations)) {
        unique.commit(operations, List.of(), whole);
      } else {
        store.commands().sendJointly(operations, whole);
      }
    });
  }

  private static boolean isAnsweredWithEntity(TableWrite operation) {
    return operation instanceof TableWrite.Change change && isAnsweredWithEntity(change.write());
  }

  private static boolean isAnsweredWithEntity(Write write) {
    return write instanceof Write.Change change && change.isAnsweredWithEntity();
  }

  /** Returns the results of a commit of one change, and checks. */
  private static List<WriteResult> resultsOf(JointCommit commit, WriteResult changed) {
    return commit.operations().stream()
        .map(operation -> operation instanceof TableWrite.Change ? changed : WriteResult.REMOVED)
        .toList();
  }

  /** Returns the results of a commit that was carried out with a Timestamp. */
  static List<WriteResult> resultsOf(JointCommit commit, long timestampTicks) {
    return commit.operations().stream()
        .map(operation -> operation instanceof TableWrite.Change change
            ? WriteCommand.resultOf(change.write(), timestampTicks)
            : WriteResult.REMOVED)
        .toList();
  }

  /** Returns the operations of a commit. Fails with {@code TableNotFound}. */
  List<EntityOperation> operationsOf(JointCommit commit) {
    var operations = new ArrayList<EntityOperation>(commit.operations().size());
    for (var i = 0; i < commit.operations().size(); i++) {
      var operation = commit.operations().get(i);
      var tableId = require(operation.table(), i).id();
      var key = TreeKeys.of(tableId, operation.key().encoded());
      operations.add(new EntityOperation(i, tableId, key, operation));
      if (operation instanceof TableWrite.Change change) {
        observer.wrote(tableId, change.write(), Arrival.TOGETHER);
      }
    }
    return operations;
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.create(sink -> {
      requireKeys(keys.size());
      var treeKeys = new ArrayList<byte[]>(keys.size());
      for (var i = 0; i < keys.size(); i++) {
        var key = keys.get(i);
        var id = require(key.table(), i).id();
        observer.read(id, key.key(), Selection.ALL);
        treeKeys.add(TreeKeys.of(id, key.key().encoded()));
      }
      new JointRead(store, List.copyOf(treeKeys), sink).run();
    });
  }

  static void requireKeys(int number) {
    if (number == 0 || number > MAX_KEYS) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "keys=" + number + " from=1 to=" + MAX_KEYS);
    }
  }

  @Override
  public Flux<BulkResult> bulk(TableName name, Publisher<? extends BulkLine> lines) {
    return Flux.defer(() -> {
      store
          .role()
          .requireLeading(); // before a line is taken, so that all may be sent to the leader
      return new BulkPublisher(store, name, this::require, lines, store.nanoClock());
    });
  }

  @Override
  public Mono<Void> deleteRange(TableName name, Filter keys) {
    return Mono.create(sink -> {
      var table = requireNow(name);
      var removal = removal(table.id(), EncodedRanges.of(Query.ALL.where(keys).filter()));
      if (removal.isEmpty()) {
        sink.success();
      }
      var reply = new RangeReply(sink, removal.size(), () -> indexing.sweep(table));
      removal.forEach(
          (shard, ranges) -> shard.send(new RangeRemovalCommand(table.id(), ranges, reply)));
    });
  }

  @Override
  public Mono<Void> createIndex(TableName name, IndexDefinition definition) {
    return Mono.create(
        sink -> indexing.create(account, name, definition, Reply.of(sink, ticks -> null)));
  }

  @Override
  public Mono<List<IndexStatus>> indexes(TableName name) {
    return Mono.fromSupplier(() -> indexing.statuses(requireNow(name)));
  }

  @Override
  public Mono<Void> dropIndex(TableName name, IndexName index) {
    return Mono.create(sink -> indexing.drop(account, name, index, Reply.of(sink, ticks -> null)));
  }

  @Override
  public <T> Mono<Void> set(TableName name, TableSetting<T> setting, T value) {
    return has(setting)
        ? change(name, SettingText.property(setting), SettingText.of(setting, value))
        : TableService.super.set(name, setting, value);
  }

  @Override
  public Mono<Void> clear(TableName name, TableSetting<?> setting) {
    return has(setting)
        ? change(name, SettingText.property(setting), "")
        : TableService.super.clear(name, setting);
  }

  @Override
  public <T> Mono<T> setting(TableName name, TableSetting<T> setting) {
    return has(setting)
        ? Mono.fromSupplier(() -> requireNow(name).setting(setting).orElse(null))
        : TableService.super.setting(name, setting);
  }

  /** A store without a log has no feed. */
  private boolean has(TableSetting<?> setting) {
    return !setting.equals(TableSetting.FEED) || store.published() != null;
  }

  private Mono<Void> change(TableName name, String setting, String text) {
    return EngineSettings.newest(store, account).changeTable(name, Map.of(setting, text));
  }

  @Override
  public Mono<Aggregates> aggregate(TableName name, Query query, Aggregation aggregation) {
    return Mono.defer(() -> {
      var table = requireNow(name);
      return AggregateRead.of(
          store,
          table,
          query,
          aggregation,
          entities -> Scans.apart(store, table, entities, AggregateRead.mostScans(store)),
          report -> observe(table, query, report));
    });
  }

  @Override
  public Mono<Page<Entity>> page(TableName name, Query query) {
    return PageRead.of(
        () -> scan(name, query.top(Query.NO_TOP)), query, store.loops(), store.nanoClock());
  }

  @Override
  public Flux<StreamItem> stream(TableName name, Query query) {
    return new StreamPublisher(() -> scan(name, query), store.loops(), store.nanoClock());
  }

  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return new FeedPublisher(store, account, scope, from);
  }

  @Override
  public FeedConsumers consumers() {
    return EngineConsumers.ofUsers(store, account);
  }

  /**
   * Removes a deleted table from the catalog. Effects run in the order of the row changes, so the
   * name still finds the deleted table.
   */
  private void dropped(TableName name) {
    var table = catalog.find(account, name);
    if (table != null) {
      catalog.remove(table);
      store.commands().reclaimTable(table.id());
      indexing.dropped(table);
    }
  }

  /**
   * Returns the ranges for each shard. A range within one partition goes to that partition's shard,
   * any other range to all shards.
   */
  private Map<Shard, List<ByteRange>> removal(int tableId, List<EncodedRange> ranges) {
    var byShard = new HashMap<Shard, List<ByteRange>>();
    for (var range : ranges) {
      var from = TreeKeys.of(tableId, range.lower());
      var bytes = new ByteRange(from, TreeKeys.of(tableId, range.upper()));
      var shards = range.partitionKey() == null
          ? store.shards()
          : List.of(store.commands().shardOf(from));
      shards.forEach(
          shard -> byShard.computeIfAbsent(shard, absent -> new ArrayList<>()).add(bytes));
    }
    return byShard;
  }

  private void observe(Table table, Query query, QueryReport report) {
    if (observer.observing().isOn()) {
      observer.answered(table.id(), table.indexes(), query, report);
    }
  }

  private Scan scan(TableName name, Query query) {
    var table = requireNow(name);
    var scan = Scans.of(store, table, query);
    return observer.observing().isOn() ? new ObservedScan(scan, observer, table, query) : scan;
  }

  private Table require(TableName name, int operation) {
    try {
      return require(name);
    } catch (NotFoundException e) {
      throw e.atOperation(operation);
    }
  }

  /** Returns a table whose row in the catalog, or its absence, is part of the answer. */
  private Table requireNow(TableName name) {
    store.role().requireLeading();
    return require(name);
  }

  /**
   * Returns a table of which a shard is asked. The shard, or its pin, refuses if another node
   * leads.
   */
  private Table require(TableName name) {
    var table = catalog.find(account, name);
    if (table == null) {
      store.role().requireLeading();
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name);
    }
    return table;
  }
}
