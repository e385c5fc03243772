package io.weir.engine;

import io.weir.engine.shard.Command;
import io.weir.engine.shard.Shard;
import java.util.ArrayDeque;

/**
 * The commands of a bulk write that wait for room at one shard, in the order of their lines: one key has one shard, so what it is
 * told first it does first.
 *
 * <p>{@link #roomMade}: the shard's loop. Everything else: who drains the subscription, one thread at a time.
 */
final class BulkLane {

  private final Shard shard;
  private final Runnable drain;
  private final ArrayDeque<Command> waiting = new ArrayDeque<>();
  private boolean parked;

  /** Set by the shard's loop before it has the subscription drained, read there: the drain's own counter orders the two. */
  private volatile boolean called;

  BulkLane(Shard shard, Runnable drain) {
    this.shard = shard;
    this.drain = drain;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void add(Command command) {
    waiting.add(command);
  }

  /** Hands over what waits, as far as the shard takes it. False when it does not take all: then it calls when it may take more. */
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
