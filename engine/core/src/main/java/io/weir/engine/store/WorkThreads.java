package io.weir.engine.store;

import io.weir.engine.loop.WorkPool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads {@code weir-work-N} for blocking work: checkpoints, growing page files, preparing log
 * segments, and forcing the log at intervals.
 *
 * <p>Their queue has no bound of its own; what they are given has one. Each shard has two tasks at
 * most that make room for pages, one for each page file that it deletes, and one that asks for a
 * checkpoint because it lacks room. The log has two, and the store one of each kind: the checkpoint
 * that is due, the scrub, the durable position, the retention of the log, the rebuild of shards,
 * and the preparation of a node that is about to lead.
 *
 * <p>Loops hand tasks over: see {@link WorkPool}.
 */
final class WorkThreads {

  /**
   * A checkpoint, a rebuild, a log segment and a force may each occupy a thread for seconds. One
   * more thread lets page files grow meanwhile.
   */
  private static final int COUNT = 5;

  /** One follower that catches up leaves a thread for the newest records. */
  private static final int FEED_COUNT = 2;

  /**
   * As many reads of a disk at once as give it most of its speed: one thread reaches less than half
   * of it.
   */
  private static final int PAGE_COUNT = 16;

  private static final AtomicInteger PAGE_NUMBERS = new AtomicInteger();
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final AtomicInteger FEED_NUMBERS = new AtomicInteger();

  private WorkThreads() {}

  static ExecutorService start() {
    return start(COUNT, task -> new Thread(task, "weir-work-" + NUMBERS.incrementAndGet()));
  }

  /**
   * Starts the threads {@code weir-feed-N}. One task of the round and one for each follower may
   * wait for them.
   */
  static ExecutorService startFeed() {
    return start(
        FEED_COUNT, task -> new Thread(task, "weir-feed-" + FEED_NUMBERS.incrementAndGet()));
  }

  /**
   * Starts the threads {@code weir-page-N}, which read cold pages. {@code ColdReads} bounds their
   * queue.
   */
  static ExecutorService startPages() {
    return start(
        PAGE_COUNT, task -> new Thread(task, "weir-page-" + PAGE_NUMBERS.incrementAndGet()));
  }

  private static ExecutorService start(int count, ThreadFactory threads) {
    return new WorkPool(count, task -> {
      var thread = threads.newThread(task);
      thread.setDaemon(true);
      return thread;
    });
  }
}
