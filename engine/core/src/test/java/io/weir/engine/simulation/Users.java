package io.weir.engine.simulation;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.engine.Engine;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.simulation.Operation.Condition;
import io.weir.engine.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Users that write at random and remember what they asked for and what they heard. */
final class Users {

  static final String NUMBER = "N";
  static final AccountName ACCOUNT = AccountName.DEVELOPMENT;
  private static final List<TableName> NAMES =
      List.of(new TableName("Rain"), new TableName("Wind"), new TableName("Hail"));
  private static final int PARTITIONS = 4;
  private static final int ROWS = 6;

  private final Random random;
  private final boolean everyAnswerPromises;
  final List<ShardModel> shards;
  private int operations;
  private int time;

  /**
   * Users of a store with so many shards.
   *
   * @param everyAnswerPromises whether what is acknowledged is durable
   */
  Users(Random random, int shardCount, boolean everyAnswerPromises) {
    this.random = random;
    this.shards =
        IntStream.range(0, shardCount).mapToObj(shard -> new ShardModel()).toList();
    this.everyAnswerPromises = everyAnswerPromises;
  }

  static String cellOfTable(TableName name) {
    return "c/" + name.folded();
  }

  static String cellOfEntity(int tableId, String partition, String row) {
    return "t" + tableId + "/" + partition + "/" + row;
  }

  static int shardOfTable(Store store, Table table) {
    return shardOf(store, Catalog.ID, table.row().key());
  }

  static int shardOf(Store store, int tableId, EntityKey key) {
    return store.groups().ofTreeKey(TreeKeys.of(tableId, key.encoded()));
  }

  /** Sends one write. */
  void act(Engine engine) {
    var name = NAMES.get(random.nextInt(NAMES.size()));
    switch (random.nextInt(24)) {
      case 0 -> drop(engine, name);
      case 1, 2 -> create(engine, name);
      default -> write(engine, name);
    }
  }

  private void create(Engine engine, TableName name) {
    var id = engine.store().catalog().nextId() + 1; // the engine takes the next one for itself
    var operation = operation(Condition.ALL_ABSENT, Map.of(cellOfTable(name), id));
    send(
        operation,
        shardOfTable(engine.store(), new Table(ACCOUNT, name, id)),
        engine.account(ACCOUNT).createTable(name).thenReturn(0L));
  }

  private void drop(Engine engine, TableName name) {
    var values = new TreeMap<String, @Nullable Integer>();
    values.put(cellOfTable(name), null);
    send(
        operation(Condition.REMOVED_PRESENT, values),
        shardOfTable(engine.store(), new Table(ACCOUNT, name, 1)),
        engine.account(ACCOUNT).deleteTable(name).thenReturn(0L));
  }

  private void write(Engine engine, TableName name) {
    var table = engine.store().catalog().find(ACCOUNT, name);
    if (table == null) {
      return;
    }
    var partition = "p" + random.nextInt(PARTITIONS);
    var number = operations;
    var values = new TreeMap<String, @Nullable Integer>();
    var writes = new ArrayList<Write>();
    var inserts = random.nextInt(8) == 0;
    for (var rows = 1 + random.nextInt(4) * random.nextInt(2); rows > 0; rows--) {
      var row = "r" + random.nextInt(ROWS);
      var cell = cellOfEntity(table.id(), partition, row);
      if (!values.containsKey(cell)) {
        var removes = !inserts && random.nextInt(4) == 0;
        values.put(cell, removes ? null : number);
        writes.add(write(partition, row, number, inserts, removes));
      }
    }
    var tables = engine.account(ACCOUNT);
    send(
        operation(inserts ? Condition.ALL_ABSENT : Condition.REMOVED_PRESENT, values),
        shardOf(engine.store(), table.id(), new EntityKey(partition, "")),
        writes.size() == 1
            ? tables.write(name, writes.get(0)).map(WriteResult::timestampTicks)
            : tables.submit(name, new Batch(writes)).map(Users::ticks));
  }

  private static long ticks(List<WriteResult> results) {
    return results.stream().mapToLong(WriteResult::timestampTicks).max().orElse(0);
  }

  private Write write(String partition, String row, int number, boolean inserts, boolean removes) {
    if (removes) {
      return new Write.Delete(new EntityKey(partition, row), IfMatch.ANY);
    }
    var length = random.nextInt(10) == 0 ? random.nextInt(2500) : random.nextInt(200);
    var entity = Entity.builder(partition, row)
        .set(NUMBER, number)
        .set("Data", new byte[length])
        .build();
    return inserts ? new Write.Insert(entity) : new Write.Upsert(entity, WriteMode.REPLACE);
  }

  private Operation operation(Condition condition, Map<String, @Nullable Integer> values) {
    return new Operation(operations++, time++, condition, values);
  }

  private void send(Operation operation, int shard, Mono<Long> write) {
    shards.get(shard).sent(operation);
    write.subscribe(
        ticks -> done(operation, shards.get(shard), ticks), failure -> failed(operation, failure));
  }

  private void done(Operation operation, ShardModel shard, long ticks) {
    shard.forgetUnknown(); // whatever the shard lost before, it went on without
    operation.done(time++, ticks);
    if (ticks > 0) {
      shard.answered(ticks);
    }
    if (everyAnswerPromises) {
      shard.promise();
    }
  }

  private static void failed(Operation operation, Throwable failure) {
    if (failure instanceof ServiceFailedException failed
        && !failed.facts().contains("outcome=notDone")) {
      operation.lostSight();
    } else if (failure instanceof TableServiceException) {
      operation.refused();
    } else {
      throw new AssertionError("not of the contract", failure);
    }
  }
}
