package io.weir.engine.indexing;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.command.DecisionOperation;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.command.StalePlan;
import io.weir.engine.scan.Pins;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.store.Store;
import io.weir.engine.tree.ColdPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Writes that are planned, sent, and planned again while their plan is stale. One thread at a time.
 */
final class PlannedCommand implements CommandReply {

  /**
   * Most plans of a command. Each stale plan has lost to a write of the same entity or of the same
   * values.
   */
  static final int MOST_PLANS = 200;

  /**
   * A plan that has waited so often reads its pages itself. A plan needs up to three for each of
   * 100 writes: the entity, the holder of its value, and the holder's entity.
   */
  private static final int MOST_WAITS = 400;

  private final Store store;
  private final List<EntityOperation> operations;
  private final List<DecisionOperation> decisions;
  private final List<Write> writes;
  private final CommandReply reply;
  private int plans;

  /** Waits for cold pages since the last plan. */
  private int waits;

  /**
   * Prepares a command.
   *
   * @param decisions other operations of the command; they move no claim
   * @param writes the writes of the operations if they are on one partition and may be a command of
   *     its shard; empty otherwise
   * @param reply receives the outcome, once
   */
  PlannedCommand(
      Store store,
      List<EntityOperation> operations,
      List<DecisionOperation> decisions,
      List<Write> writes,
      CommandReply reply) {
    this.store = store;
    this.operations = operations;
    this.decisions = decisions;
    this.writes = writes;
    this.reply = reply;
  }

  /** Plans the command and sends it. */
  void send() {
    ClaimPlan plan;
    try {
      plan = ClaimPlan.of(
          store, waits < MOST_WAITS ? Pins.ofResident(store) : new Pins(store), operations);
    } catch (ColdPage cold) {
      sendAfter(cold);
      return;
    } catch (RuntimeException | InternalError e) {
      reply.failed(ReadFault.of(store, e));
      return;
    }
    plans++;
    waits = 0;
    if (plan.movesNothing() && !writes.isEmpty()) {
      var tableId = operations.get(0).tableId();
      store
          .commands()
          .shardOf(operations.get(0).key())
          .send(WriteCommand.of(tableId, writes, this).withoutMoves());
    } else {
      var all = new ArrayList<>(plan.operations());
      all.addAll(decisions);
      store.commands().sendJointly(all, this);
    }
  }

  /**
   * Has cold pages read on other threads, then plans again. Only a loop gives up at a cold page.
   */
  private void sendAfter(ColdPage cold) {
    waits++;
    try {
      store
          .coldReads()
          .readAll(pages(cold), Objects.requireNonNull(store.loops().current()), this::send);
    } catch (ServiceBusyException e) {
      reply.failed(e);
    }
  }

  /** Returns a page, and the other cold ones of the entities that are written. */
  private List<ColdPage> pages(ColdPage first) {
    var pages = new ArrayList<ColdPage>();
    pages.add(first);
    for (var operation : operations) {
      var shard = store.groups().ofTreeKey(operation.key());
      if (store.shards().get(shard).tree().published().isCold(operation.key())) {
        pages.add(new ColdPage(shard, operation.key()));
      }
    }
    return pages;
  }

  @Override
  public void changed(WriteResult.Images images) {
    reply.changed(images);
  }

  @Override
  public void done(long timestampTicks) {
    reply.done(timestampTicks);
  }

  @Override
  public void failed(TableServiceException failure) {
    if (!StalePlan.is(failure)) {
      reply.failed(failure);
    } else if (plans == MOST_PLANS) {
      reply.failed(new ServiceBusyException("reason=uniqueIndexContention"));
    } else {
      send();
    }
  }
}
