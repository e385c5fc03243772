package io.weir.engine.indexing;

import io.weir.api.TableWrite;
import io.weir.api.write.Write;
import io.weir.engine.catalog.Table;
import io.weir.engine.command.DecisionOperation;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.store.Store;
import java.util.ArrayList;
import java.util.List;

/** Sends writes to tables that may have unique indexes. Any thread; returns at once. */
public final class UniqueWrites {

  private final Store store;

  /** Sends writes to the shards of a store. */
  public UniqueWrites(Store store) {
    this.store = store;
  }

  /** Whether writes to a table must be planned. */
  public boolean concern(int tableId) {
    return store.catalog().keepsClaims(tableId);
  }

  /** Plans and sends writes on one partition. The reply never receives a stale plan. */
  public void send(Table table, List<Write> writes, CommandReply reply) {
    var operations = new ArrayList<EntityOperation>(writes.size());
    for (var i = 0; i < writes.size(); i++) {
      var write = writes.get(i);
      operations.add(new EntityOperation(
          i,
          table.id(),
          TreeKeys.of(table.id(), write.key().encoded()),
          TableWrite.of(table.name(), write)));
    }
    new PlannedCommand(store, operations, List.of(), writes, reply).send();
  }

  /** Whether the operations of a joint commit must be planned. */
  public boolean concerns(List<EntityOperation> operations) {
    for (var operation : operations) {
      if (concern(operation.tableId())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Plans and sends a joint commit. The reply never receives a stale plan.
   *
   * @param decisions other operations of the commit; they move no claim
   */
  public void commit(
      List<EntityOperation> operations, List<DecisionOperation> decisions, CommandReply reply) {
    new PlannedCommand(store, operations, decisions, List.of(), reply).send();
  }
}
