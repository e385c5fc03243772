package io.weir.engine.simulation;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.engine.Engine;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.simulation.Operation.Change;
import io.weir.engine.simulation.Operation.Condition;
import io.weir.engine.simulation.Operation.Hearing;
import io.weir.engine.simulation.RandomWrites.Drawn;
import io.weir.engine.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Users that write at random and remember their requests and the outcomes. */
final class Users {

  static final AccountName ACCOUNT = AccountName.DEVELOPMENT;
  private static final List<TableName> NAMES =
      List.of(new TableName("Rain"), new TableName("Wind"), new TableName("Hail"));

  private final Random random;
  private final RandomWrites writes;
  private final Ledger ledger;
  final List<ShardModel> shards;
  private @Nullable Upload upload;

  /** Creates users that record their requests in a ledger. */
  Users(Random random, Ledger ledger) {
    this.random = random;
    this.writes = new RandomWrites(random);
    this.ledger = ledger;
    this.shards = ledger.shards;
  }

  static String cellOfTable(TableName name) {
    return "c/" + name.folded();
  }

  static int shardOfTable(Store store, Table table) {
    return shardOf(store, Catalog.ID, table.row().key());
  }

  static int shardOf(Store store, int tableId, EntityKey key) {
    return store.groups().ofTreeKey(TreeKeys.of(tableId, key.encoded()));
  }

  static int shardOfPartition(Store store, int tableId, String partition) {
    return shardOf(store, tableId, new EntityKey(partition, ""));
  }

  static Map<String, Change> changes(Map<String, Drawn> drawn) {
    var changes = new LinkedHashMap<String, Change>();
    drawn.forEach((cell, each) -> changes.put(cell, each.change()));
    return changes;
  }

  /** Sends one write, or a part of a bulk write. */
  void act(Engine engine) {
    var name = NAMES.get(random.nextInt(NAMES.size()));
    switch (random.nextInt(34)) {
      case 0 -> drop(engine, name);
      case 1, 2 -> create(engine, name);
      case 3 -> removePartition(engine, name);
      case 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 -> upload(engine, name);
      default -> write(engine, name);
    }
  }

  private void create(Engine engine, TableName name) {
    var id = engine.store().catalog().nextId() + 1; // the engine takes the next id for itself
    send(
        Map.of(cellOfTable(name), new Change(Condition.ABSENT, id)),
        shardOfTable(engine.store(), new Table(ACCOUNT, name, id)),
        engine.account(ACCOUNT).createTable(name).thenReturn(0L));
  }

  private void drop(Engine engine, TableName name) {
    send(
        Map.of(cellOfTable(name), new Change(Condition.PRESENT, null)),
        shardOfTable(engine.store(), new Table(ACCOUNT, name, 1)),
        engine.account(ACCOUNT).deleteTable(name).thenReturn(0L));
  }

  /** Removes a range of keys. The earlier values of its cells must not be seen again. */
  private void removePartition(Engine engine, TableName name) {
    var table = engine.store().catalog().find(ACCOUNT, name);
    if (table == null) {
      return;
    }
    var partition = writes.partition();
    send(
        RandomWrites.removal(table.id(), partition),
        shardOfPartition(engine.store(), table.id(), partition),
        engine
            .account(ACCOUNT)
            .deleteRange(name, FilterParser.parse("PartitionKey eq '" + partition + "'"))
            .thenReturn(0L));
  }

  private void write(Engine engine, TableName name) {
    var table = engine.store().catalog().find(ACCOUNT, name);
    if (table == null) {
      return;
    }
    var partition = writes.partition();
    var most = random.nextBoolean() ? 1 : 4;
    var drawn = writes.some(table.id(), partition, most, ledger.nextNumber());
    var all = drawn.values().stream().map(Drawn::write).toList();
    var tables = engine.account(ACCOUNT);
    send(
        changes(drawn),
        shardOfPartition(engine.store(), table.id(), partition),
        all.size() == 1
            ? tables.write(name, all.get(0)).map(WriteResult::timestampTicks)
            : tables.submit(name, new Batch(all)).map(Users::ticks));
  }

  private void upload(Engine engine, TableName name) {
    var table = engine.store().catalog().find(ACCOUNT, name);
    if (upload != null && upload.goesOnAt(engine)) {
      upload.step();
    } else if (table != null && !ledger.overtakes()) {
      upload = new Upload(random, writes, ledger, engine, table);
      upload.begin();
    }
  }

  private static long ticks(List<WriteResult> results) {
    return results.stream().mapToLong(WriteResult::timestampTicks).max().orElse(0);
  }

  private void send(Map<String, Change> changes, int shard, Mono<Long> write) {
    if (ledger.overtakes(shard)) {
      return;
    }
    var operation = ledger.operation(Hearing.AT_ONCE, changes);
    ledger.sent(operation, shard);
    write.subscribe(
        ticks -> ledger.done(operation, shard, ticks),
        failure -> ledger.failed(operation, failure));
  }
}
