package io.weir.engine.bulk;

import io.weir.engine.shard.Command;
import io.weir.engine.shard.Shard;
import java.util.ArrayDeque;

/**
 * The commands of a bulk write that wait for room in one shard's mailbox, in the order of their
 * lines.
 *
 * <p>A key belongs to one shard, so writes to a key are carried out in the order of their lines.
 *
 * <p>{@link #roomMade}: the shard's loop. Everything else: the thread that drains the subscription,
 * one at a time.
 */
final class ShardQueue {

  private final Shard shard;
  private final Runnable drain;
  private final ArrayDeque<Command> waiting = new ArrayDeque<>();

  /** Whether the shard was asked to call {@link #roomMade}. */
  private boolean parked;

  /**
   * Set by the shard's loop before it drains the subscription, read by the drain; the drain's
   * counter orders the two.
   */
  private volatile boolean called;

  ShardQueue(Shard shard, Runnable drain) {
    this.shard = shard;
    this.drain = drain;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void add(Command command) {
    waiting.add(command);
  }

  /**
   * Offers the waiting commands in order. Returns false when the shard takes no more; it calls back
   * when it has room again.
   */
  boolean offerAll() {
    if (parked && !called) {
      return false;
    }
    parked = false;
    for (var command = waiting.peek(); command != null; command = waiting.peek()) {
      if (!shard.offerPatiently(command)) {
        park();
        return false;
      }
      waiting.remove();
    }
    return true;
  }

  void clear() {
    waiting.clear();
  }

  private void park() {
    parked = true;
    called = false;
    shard.whenRoom(this::roomMade);
  }

  private void roomMade() {
    called = true;
    drain.run();
  }
}
