package io.weir.engine.bulk;

import io.weir.api.write.BulkUnit;
import io.weir.api.write.Write;
import io.weir.engine.catalog.Table;
import io.weir.engine.observe.Arrival;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.store.Store;
import java.util.List;

/**
 * Turns each unit of a bulk write into a command and adds it to the queue of its shard. A unit that
 * is refused already is settled at once.
 *
 * <p>Owner: the thread that drains the subscription, one at a time.
 */
final class BulkDispatch implements BulkUnit.Handler<BulkDispatch> {

  private final Store store;
  private final Table table;
  private final BulkWindow window;
  private final ShardQueues queues;
  private final PlannedLines planned;
  private final Runnable drain;

  /**
   * Dispatches the units of one bulk write.
   *
   * @param drain called by a shard's loop after it has settled an outcome
   */
  BulkDispatch(
      Store store,
      Table table,
      BulkWindow window,
      ShardQueues queues,
      PlannedLines planned,
      Runnable drain) {
    this.store = store;
    this.table = table;
    this.window = window;
    this.queues = queues;
    this.planned = planned;
    this.drain = drain;
  }

  @Override
  public BulkDispatch single(BulkUnit.Single unit) {
    return send(unit, List.of(unit.write()), BulkReply.ofLine(window, unit, planned, drain));
  }

  @Override
  public BulkDispatch group(BulkUnit.Group unit) {
    return send(unit, unit.batch().writes(), BulkReply.ofGroup(window, unit, planned, drain));
  }

  @Override
  public BulkDispatch refused(BulkUnit.Refused unit) {
    BulkReply.refuse(window, unit.firstLine(), unit.lines(), unit.cause());
    return this;
  }

  private BulkDispatch send(BulkUnit unit, List<Write> writes, BulkReply reply) {
    store.observer().wrote(table.id(), writes, Arrival.BULK);
    if (planned.takesNext()) {
      planned.add(new PlannedLines.Unit(unit.firstLine(), writes, reply));
      return this;
    }
    planned.sentPlain(unit.firstLine(), unit.lines());
    var command = WriteCommand.of(table.id(), writes, reply);
    queues.add(store.commands().shardOf(command.keys().get(0)), command);
    return this;
  }
}
