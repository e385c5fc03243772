package io.weir.engine.store.residence;

import io.weir.engine.tree.CoolingHand;
import io.weir.engine.tree.Tree;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The number of cold leaves of a shard, and the hand of the shard's clock.
 *
 * <p>The number is an estimate. It knows the leaves that the hand cools and those that
 * {@link ColdReads} reads. It does not know the cold leaves that a write replaces, a removal or a
 * rebuild drops, or a thread enters that may wait. A second hand counts all leaves again and again:
 * the number is exact after each of its passes over a tree that nobody changes, and an error lasts
 * for two passes at most.
 *
 * <p>Any thread; each call takes some microseconds at most. Loops call {@link #cold} only.
 */
final class ShardMemory {

  private final CoolingHand cooling = new CoolingHand();
  private final CoolingHand counting = new CoolingHand();
  private final ReentrantLock moving = new ReentrantLock();

  private volatile long cold;

  /** Cold leaves that the counting hand has passed in this pass. Guarded by {@link #moving}. */
  private long counted;

  ShardMemory(long cold) {
    this.cold = cold;
  }

  /** Returns the number of cold leaves; a moment's view. */
  long cold() {
    return cold;
  }

  /** Notes that the leaf that covers a key was cold and has become warm. */
  void warmed(byte[] key) {
    moving.lock();
    try {
      cold = Math.max(0, cold - 1);
      counted -= isCounted(key) ? 1 : 0;
    } finally {
      moving.unlock();
    }
  }

  /** Cools the leaves of the next node. Returns how many have become cold. */
  int cool(Tree tree) {
    moving.lock();
    try {
      byte[] from = cooling.next();
      long before = cold;
      cooling.step(tree);
      cold = before + cooling.cooled();
      counted += isCounted(from) ? cooling.cooled() : 0;
      return cooling.cooled();
    } finally {
      moving.unlock();
    }
  }

  /** Counts the cold leaves of the next node. */
  void count(Tree tree) {
    moving.lock();
    try {
      boolean ended = counting.count(tree);
      counted += counting.cold();
      if (ended) {
        cold = Math.max(0, counted);
        counted = 0;
      }
    } finally {
      moving.unlock();
    }
  }

  /** Whether the counting hand has passed the leaf that covers a key in this pass. */
  private boolean isCounted(byte[] key) {
    return Arrays.compareUnsigned(key, counting.next()) < 0;
  }
}
