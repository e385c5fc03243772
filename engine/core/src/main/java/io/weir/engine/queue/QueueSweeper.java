package io.weir.engine.queue;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.catalog.Queues;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.DecisionCommand;
import io.weir.engine.shard.Shard;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the expired messages of a shard in the background, queue after queue. Takes remove those that they meet; the sweep removes the
 * others, so that their space is freed.
 *
 * <p>A queue without expired messages costs one seek in the tree. At most one command is in the shard's mailbox, and none while the mailbox is
 * half full. A command that is refused ends the pass.
 *
 * <p>Owner: shard loop. {@link #removed}: any thread.
 */
public final class QueueSweeper implements CommandReply {

  private static final Logger LOG = LoggerFactory.getLogger(QueueSweeper.class);

  /** Queues that one task of the loop looks at. */
  private static final int QUEUES_A_TASK = 100;

  private final Shard shard;
  private final Queues queues;
  private final IntPredicate isOfShard;
  private final LongSupplier presentTicks;
  private final BooleanSupplier isClosing;
  private final AtomicLong removed = new AtomicLong();
  private Duration passPause = Duration.ZERO;
  private Iterator<MessageQueue> left = Collections.emptyIterator();

  /** The command that was offered last. */
  private SweepDecision decision = new SweepDecision(0);

  /**
   * Prepares the sweep of a shard.
   *
   * @param isOfShard whether the entries of a queue's id lie in the shard
   * @param presentTicks returns the clock's time
   * @param isClosing whether the store closes; no further command is offered then
   */
  public QueueSweeper(
      Shard shard,
      Queues queues,
      IntPredicate isOfShard,
      LongSupplier presentTicks,
      BooleanSupplier isClosing) {
    this.shard = shard;
    this.queues = queues;
    this.isOfShard = isOfShard;
    this.presentTicks = presentTicks;
    this.isClosing = isClosing;
  }

  /**
   * Schedules the first pass. Any thread; called once.
   *
   * @param pause the time before the first pass, and between two passes
   */
  public void start(Duration pause) {
    shard.execute(() -> {
      passPause = pause;
      rest();
    });
  }

  /** Returns the number of messages that the sweep has removed since the start. */
  public long removed() {
    return removed.get();
  }

  private void rest() {
    if (!isClosing.getAsBoolean()) {
      shard.schedule(passPause, this::pass);
    }
  }

  private void pass() {
    left = queues.all();
    nextQueues();
  }

  /** Looks at some queues, up to the first one with expired messages. */
  private void nextQueues() {
    for (var looks = 0; looks < QUEUES_A_TASK; looks++) {
      if (isClosing.getAsBoolean() || !left.hasNext()) {
        rest();
        return;
      }
      var queueId = left.next().id();
      if (isOfShard.test(queueId) && isDue(queueId)) {
        decision = new SweepDecision(queueId);
        offer();
        return;
      }
    }
    shard.execute(this::nextQueues);
  }

  private boolean isDue(int queueId) {
    try (var pin = shard.pin()) {
      return SweepDecision.isDue(pin.tree(), queueId, presentTicks.getAsLong());
    } catch (ServiceBusyException | PageDamaged e) {
      LOG.debug("the sweep skips a queue of a shard that is rebuilt queue={}", queueId, e);
      return false;
    }
  }

  private void offer() {
    var command = new DecisionCommand(
        decision.queueId(), false, false, Command.OVERHEAD_BYTES, decision, this);
    if (!isClosing.getAsBoolean() && !shard.offerPatiently(command)) {
      shard.whenRoom(() -> offer());
    }
  }

  @Override
  public void done(long timestampTicks) {
    removed.addAndGet(decision.removed());
    if (decision.isCut()) {
      offer();
    } else {
      nextQueues();
    }
  }

  @Override
  public void failed(TableServiceException failure) {
    LOG.debug("a command of the sweep is refused queue={}", decision.queueId(), failure);
    rest();
  }
}
