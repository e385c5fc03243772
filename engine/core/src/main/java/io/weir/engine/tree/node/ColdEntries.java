package io.weir.engine.tree.node;

import java.util.concurrent.atomic.LongAdder;

/**
 * Tells when a thread enters a page that is cold, and so may wait for the disk. Any thread.
 *
 * <p>Threads that may block do so; a loop does where no other way is prepared.
 */
public final class ColdEntries {

  private static final LongAdder ENTRIES = new LongAdder();

  private static volatile Runnable listener = () -> {};

  private ColdEntries() {}

  static void entered() {
    ENTRIES.increment();
    listener.run();
  }

  /** Returns how often threads of this process have entered cold pages. */
  public static long total() {
    return ENTRIES.sum();
  }

  /** Sets what runs at each entry, on the thread that enters. For tests. */
  static void listen(Runnable task) {
    listener = task;
  }
}
