package io.weir.engine.store;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The time up to which this node has applied what other nodes have evaluated. Shards apply by
 * themselves, so an entry may be applied before an earlier one.
 *
 * <p>Any thread. Entries begin in the order of the log, on one thread.
 */
final class AppliedTimes {

  /** An entry that begins to be applied. */
  static final class Entry {
    private final long ticks;
    private boolean applied;

    private Entry(long ticks) {
      this.ticks = ticks;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();

  /** The first entry that is not applied, and all later ones. Guarded by the lock. */
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();

  private volatile long ticks;

  /** @param highestTicks the highest Timestamp in the entry */
  Entry begin(long highestTicks) {
    var entry = new Entry(highestTicks);
    lock.lock();
    try {
      entries.add(entry);
    } finally {
      lock.unlock();
    }
    return entry;
  }

  /** Notes that all shards have applied an entry. */
  void applied(Entry entry) {
    lock.lock();
    try {
      entry.applied = true;
      var reached = ticks;
      while (!entries.isEmpty() && entries.element().applied) {
        reached = Math.max(reached, entries.remove().ticks);
      }
      ticks = reached;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the highest Timestamp of the entries before the first one that is not applied; 0 if
   * there was none.
   */
  long ticks() {
    return ticks;
  }
}
