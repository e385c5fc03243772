package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the failure of a shard's task. Every command that the shard holds is answered, readers
 * keep the published version, and writes are refused until the store is opened again.
 *
 * <p>The failure does not name the memory that is wrong, so the shard's pages are not trusted any
 * more.
 *
 * <p>Owner: shard loop. {@link #isFaulted}: any thread.
 */
final class ShardFaults {

  private static final Logger LOG = LoggerFactory.getLogger(ShardFaults.class);

  private final ShardHealth health;
  private final Evaluator evaluator;
  private final UnpublishedTurns turns;
  private final PageRoom room;
  private final Mailbox mailbox;

  /** Set before the shard serves; called on its loop. */
  private Consumer<Throwable> listener = cause -> {};

  /**
   * Set before the shard serves; called on its loop when all turns that are not durable were
   * abandoned, with the refusal of later writes.
   */
  private Consumer<TableServiceException> whenAbandoned = refusal -> {};

  /**
   * Written by the shard's loop. A checkpoint reads it before it captures the shard's pages and
   * again before it counts.
   */
  private volatile boolean faulted;

  ShardFaults(
      ShardHealth health,
      Evaluator evaluator,
      UnpublishedTurns turns,
      PageRoom room,
      Mailbox mailbox) {
    this.health = health;
    this.evaluator = evaluator;
    this.turns = turns;
    this.room = room;
    this.mailbox = mailbox;
  }

  /** Whether a task has failed. */
  boolean isFaulted() {
    return faulted;
  }

  /** Sets the listener that receives each failure. Called before the shard serves. */
  void listen(Consumer<Throwable> faultListener) {
    listener = faultListener;
  }

  /**
   * Sets the task that runs when the turns in flight were abandoned. Called before the shard
   * serves.
   */
  void whenAbandoned(Consumer<TableServiceException> task) {
    whenAbandoned = task;
  }

  /** Handles the failure of a task. */
  void handle(Throwable cause) {
    var refusal = evaluator.refuseFaulted();
    var shard = health.shard();
    if (!faulted) {
      faulted = true;
      LOG.error(
          "a task of a shard failed and its writes are refused; restart the service, which continues from the last checkpoint and the log shard={}",
          shard,
          cause);
    }
    health.begin("shardFault cause=" + cause.getClass().getSimpleName() + " shard=" + shard, true);
    turns.abandon(refusal, evaluator.faulted(cause));
    whenAbandoned.accept(refusal);
    room.failWaiting(refusal);
    refuseQueued(refusal);
    listener.accept(cause);
  }

  private void refuseQueued(TableServiceException refusal) {
    for (var command = mailbox.poll(); command != null; command = mailbox.poll()) {
      Turn.fail(command.reply(), refusal);
    }
    mailbox.callWaiting();
  }
}
