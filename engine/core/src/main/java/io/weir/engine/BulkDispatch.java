package io.weir.engine;

import io.weir.api.write.BulkUnit;
import io.weir.api.write.Write;
import io.weir.engine.store.Store;
import java.util.List;

/**
 * Makes a command of each unit of a bulk write and puts it into the lane of its shard; what is refused already is settled.
 *
 * <p>Belongs to who drains the subscription, one thread at a time.
 */
final class BulkDispatch implements BulkUnit.Handler<BulkDispatch> {

  private final Store store;
  private final int tableId;
  private final BulkWindow window;
  private final BulkLanes lanes;
  private final Runnable drain;

  /**
   * Of one bulk write.
   *
   * @param drain called by shards' loops once an outcome is settled
   */
  BulkDispatch(Store store, int tableId, BulkWindow window, BulkLanes lanes, Runnable drain) {
    this.store = store;
    this.tableId = tableId;
    this.window = window;
    this.lanes = lanes;
    this.drain = drain;
  }

  @Override
  public BulkDispatch single(BulkUnit.Single unit) {
    return send(List.of(unit.write()), BulkReply.ofLine(window, unit, drain));
  }

  @Override
  public BulkDispatch group(BulkUnit.Group unit) {
    return send(unit.batch().writes(), BulkReply.ofGroup(window, unit, drain));
  }

  @Override
  public BulkDispatch refused(BulkUnit.Refused unit) {
    BulkReply.refuse(window, unit.firstLine(), unit.lines(), unit.cause());
    return this;
  }

  private BulkDispatch send(List<Write> writes, BulkReply reply) {
    var command = Commands.of(tableId, writes, reply);
    lanes.add(store.shardOf(command.keys().get(0)), command);
    return this;
  }
}
