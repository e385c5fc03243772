package io.weir.engine.simulation;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.engine.Engine;
import io.weir.engine.catalog.Table;
import io.weir.engine.simulation.ShardModel.Found;
import io.weir.engine.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares the content of an opened store with the expectations of its users. */
final class Discovery {

  private final Store store;
  private final Engine engine;
  private final List<Map<String, Integer>> shown = new ArrayList<>();
  private final List<Long> highestTicks = new ArrayList<>();
  private final Map<String, Long> ticksOfCells = new HashMap<>();
  private final Set<String> tables = new HashSet<>();

  private Discovery(Engine engine) {
    this.engine = engine;
    this.store = engine.store();
    store.shards().forEach(shard -> {
      shown.add(new HashMap<>());
      highestTicks.add(0L);
    });
  }

  /** Fails when the content cannot be explained; otherwise the users continue from it. */
  static void check(Engine engine, Users users, boolean everyAnswerPromises, String what) {
    var discovery = new Discovery(engine);
    discovery.look();
    discovery.compare(users, everyAnswerPromises, what);
  }

  private void look() {
    for (var table : store.catalog().tables(Users.ACCOUNT).values()) {
      tables.add("t" + table.id());
      shown.get(Users.shardOfTable(store, table)).put(Users.cellOfTable(table.name()), table.id());
      engine
          .account(Users.ACCOUNT)
          .query(table.name(), Query.ALL)
          .subscribe(entity -> look(table, entity));
    }
  }

  private void look(Table table, Entity entity) {
    var cell = RandomWrites.cell(table.id(), entity.partitionKey(), entity.rowKey());
    var shard = Users.shardOf(store, table.id(), entity.key());
    shown.get(shard).put(cell, entity.getInt32(RandomWrites.NUMBER).orElseThrow());
    ticksOfCells.put(cell, entity.timestampTicks());
    highestTicks.set(shard, Math.max(highestTicks.get(shard), entity.timestampTicks()));
  }

  private void compare(Users users, boolean everyAnswerPromises, String what) {
    var found = new ArrayList<Found>();
    for (var shard = 0; shard < shown.size(); shard++) {
      var model = users.shards.get(shard);
      found.add(model.found(shown.get(shard), this::isVisible, what + " shard=" + shard));
      if (!everyAnswerPromises) {
        model.continueTicksFrom(highestTicks.get(shard));
      }
    }
    for (var later : found) {
      for (var earlier : found) {
        compareOrder(later, earlier, what);
      }
    }
  }

  /** Fails if a present operation was sent after the acknowledgement of a lost one. */
  private static void compareOrder(Found later, Found earlier, String what) {
    var lastSent = later.surelyThere().stream()
        .filter(operation -> operation.outcome() != Operation.Outcome.REFUSED)
        .mapToInt(Operation::sentAt)
        .max()
        .orElse(-1);
    for (var lost : earlier.surelyLost()) {
      if (lost.outcome() == Operation.Outcome.DONE && lost.doneAt() < lastSent) {
        throw new AssertionError(
            "lost, although a later operation is present " + what + " " + lost);
      }
    }
  }

  private boolean isVisible(String cell) {
    return cell.startsWith("c/") || tables.contains(cell.substring(0, cell.indexOf('/')));
  }
}
