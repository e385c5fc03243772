package io.weir.engine.loop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed number of threads to which loops hand tasks over without a lock.
 *
 * <p>{@link ThreadPoolExecutor} takes its lock in three cases, and this class excludes them:
 *
 * <ul>
 *   <li>It adds a thread. All are started at the beginning, and none ends before the shutdown,
 *       because no task throws: what a task throws is logged.
 *   <li>A shutdown begins while {@code execute} runs. It has to wait here until nobody is inside.
 *   <li>A refusal describes the pool. The one here does not.
 * </ul>
 *
 * <p>{@link #execute}: any thread. {@link #shutdown}: a thread that may block.
 */
public class WorkPool extends ThreadPoolExecutor {

  private static final Logger LOG = LoggerFactory.getLogger(WorkPool.class);

  /** The bit of {@link #entries} that refuses further entries. The bits below it count. */
  private static final int CLOSED = 1 << 30;

  /** How many threads are inside {@link #execute}. */
  private final AtomicInteger entries = new AtomicInteger();

  /** Starts the threads. */
  public WorkPool(int count, ThreadFactory threads) {
    super(count, count, 0, TimeUnit.SECONDS, new LinkedTransferQueue<>(), threads);
    prestartAllCoreThreads();
  }

  @Override
  public void execute(Runnable task) {
    var refused = entries.incrementAndGet() >= CLOSED;
    try {
      if (refused) {
        throw new RejectedExecutionException("the threads are stopped");
      }
      super.execute(() -> runSafely(task));
    } finally {
      entries.decrementAndGet();
    }
  }

  private static void runSafely(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // deliberate: a thread that ends is replaced under the pool's lock
      LOG.error("a task that a loop handed over failed", e);
    }
  }

  /**
   * Refuses further tasks of a pool and waits for the accepted ones. The shutdown is repeated,
   * because it ends nothing while a task is being handed over. Blocks.
   *
   * @param pause returns after a moment
   */
  public static void stop(ExecutorService threads, Runnable pause) {
    threads.shutdown();
    while (!threads.isTerminated()) {
      pause.run();
      threads.shutdown();
    }
  }

  /**
   * Refuses further tasks. Ends the threads if no task is being handed over at this moment;
   * otherwise a later call does: see {@link #stop}.
   */
  @Override
  public void shutdown() {
    if (entries.updateAndGet(inside -> inside | CLOSED) == CLOSED) {
      super.shutdown();
    }
  }
}
