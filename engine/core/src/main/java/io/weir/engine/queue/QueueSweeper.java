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
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the expired messages of a shard in the background, lane after lane of queue after queue. Takes remove those that they meet; the sweep removes the
 * others, so that their space is freed.
 *
 * <p>A lane without expired messages costs one seek in the tree. At most one command is in the shard's mailbox, and none while the mailbox is
 * half full. A command that is refused ends the pass.
 *
 * <p>Owner: shard loop. {@link #removed}: any thread.
 */
public final class QueueSweeper implements CommandReply {

  private static final Logger LOG = LoggerFactory.getLogger(QueueSweeper.class);

  /** Lanes that one task of the loop looks at. */
  private static final int LANES_A_TASK = 100;

  private final Shard shard;
  private final Queues queues;
  private final Predicate<Lane> isOfShard;
  private final LongSupplier presentTicks;
  private final BooleanSupplier isClosing;
  private final AtomicLong removed = new AtomicLong();
  private Duration passPause = Duration.ZERO;
  private Iterator<MessageQueue> left = Collections.emptyIterator();

  /** The lanes of the present queue that are left, those of other shards too. */
  private Iterator<Lane> lanes = Collections.emptyIterator();

  /** The command that was offered last. */
  private SweepDecision decision = new SweepDecision(new Lane(0, 0));

  /**
   * Prepares the sweep of a shard.
   *
   * @param isOfShard whether the entries of a lane lie in the shard
   * @param presentTicks returns the clock's time
   * @param isClosing whether the store closes; no further command is offered then
   */
  public QueueSweeper(
      Shard shard,
      Queues queues,
      Predicate<Lane> isOfShard,
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
    lanes = Collections.emptyIterator();
    nextLanes();
  }

  /** Looks at some lanes, up to the first one with expired messages. */
  private void nextLanes() {
    for (var looks = 0; looks < LANES_A_TASK; looks++) {
      if (isClosing.getAsBoolean() || !hasLane()) {
        rest();
        return;
      }
      var lane = lanes.next();
      if (isOfShard.test(lane) && isDue(lane)) {
        decision = new SweepDecision(lane);
        offer();
        return;
      }
    }
    shard.execute(this::nextLanes);
  }

  /** Goes to the next queue if the present one has no lane left. Returns false after the last queue. */
  private boolean hasLane() {
    if (!lanes.hasNext() && left.hasNext()) {
      lanes = Lane.of(left.next()).iterator();
    }
    return lanes.hasNext();
  }

  private boolean isDue(Lane lane) {
    try (var pin = shard.pin()) {
      return SweepDecision.isDue(pin.tree(), lane, presentTicks.getAsLong());
    } catch (ServiceBusyException | PageDamaged e) {
      LOG.debug("the sweep skips a lane of a shard that is rebuilt {}", lane, e);
      return false;
    }
  }

  private void offer() {
    var command = new DecisionCommand(
        decision.lane().queueId(), false, false, Command.OVERHEAD_BYTES, decision, this);
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
      nextLanes();
    }
  }

  @Override
  public void failed(TableServiceException failure) {
    LOG.debug("a command of the sweep is refused {}", decision.lane(), failure);
    rest();
  }
}
