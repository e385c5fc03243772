package io.weir.engine.bulk;

import io.weir.api.write.BulkUnit;
import io.weir.api.write.Write;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.store.Store;
import java.util.List;

/**
 * Turns each unit of a bulk write into a command and adds it to the queue of its shard. A unit that is refused already is settled at once.
 *
 * <p>Owner: the thread that drains the subscription, one at a time.
 */
final class BulkDispatch implements BulkUnit.Handler<BulkDispatch> {

  private final Store store;
  private final int tableId;
  private final BulkWindow window;
  private final ShardQueues queues;
  private final Runnable drain;

  /**
   * Dispatches the units of one bulk write.
   *
   * @param drain called by a shard's loop after it has settled an outcome
   */
  BulkDispatch(Store store, int tableId, BulkWindow window, ShardQueues queues, Runnable drain) {
    this.store = store;
    this.tableId = tableId;
    this.window = window;
    this.queues = queues;
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
    var command = WriteCommand.of(tableId, writes, reply);
    queues.add(store.shardOf(command.keys().get(0)), command);
    return this;
  }
}
