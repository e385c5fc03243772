package io.weir.engine.store.residence;

import io.weir.engine.tree.CoolingHand;
import io.weir.engine.tree.Tree;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many leaves of a shard are cold, and the hand of the shard's clock.
 *
 * <p>Any thread; each call takes some microseconds at most. Loops call {@link #cold} only.
 *
 * <p>Between two ends of a pass the number is an estimate: leaves that a write replaces or removes are not known to have been cold. At the end of a pass it
 * is what the pass has seen.
 */
final class ShardMemory {

  private final CoolingHand hand = new CoolingHand();

  private final ReentrantLock moving = new ReentrantLock();

  private volatile long cold;

  /** Cold leaves that the hand has passed in this pass. Guarded by {@link #moving}. */
  private long passed;

  ShardMemory(long cold) {
    this.cold = cold;
  }

  /** Returns the number of cold leaves; a moment's view. */
  long cold() {
    return cold;
  }

  /** Notes that the leaf that covers a key has become warm. */
  void warmed(byte[] key) {
    moving.lock();
    try {
      cold = Math.max(0, cold - 1);
      if (Arrays.compareUnsigned(key, hand.next()) < 0) {
        passed--;
      }
    } finally {
      moving.unlock();
    }
  }

  /** Moves the hand over one node. Returns how many leaves have become cold. */
  int step(Tree tree) {
    moving.lock();
    try {
      boolean ended = hand.step(tree);
      long before = cold;
      passed += hand.cold();
      cold = ended ? Math.max(0, passed) : before + hand.cooled();
      passed = ended ? 0 : passed;
      return hand.cooled();
    } finally {
      moving.unlock();
    }
  }
}
