package io.weir.engine.store;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads {@code weir-work-N} for what may block: snapshots, growing page files, preparing log segments, forcing the log at intervals.
 *
 * <p>Their queue has no bound of its own: each shard's page store has at most one task in it, the log two, the store four more (a snapshot,
 * the scrub, the durable position, shards to be rebuilt).
 * It is handed tasks by loops, so it takes them without a lock: the threads are there from the beginning, since one is added under a
 * lock, and a refusal does not describe the pool, which takes it as well.
 */
final class WorkThreads {

  /** A snapshot, a segment of the log and a force of it may each take a thread for seconds; pages must find room meanwhile. */
  private static final int COUNT = 4;

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private WorkThreads() {}

  /** Lets the tasks end that were handed over, and waits for them. */
  static void stop(ExecutorService threads, Runnable pause) {
    threads.shutdown();
    while (!threads.isTerminated()) {
      pause.run();
    }
  }

  static ExecutorService start() {
    var pool = new ThreadPoolExecutor(
        COUNT,
        COUNT,
        0,
        TimeUnit.SECONDS,
        new LinkedTransferQueue<>(),
        WorkThreads::thread,
        WorkThreads::refuse);
    pool.prestartAllCoreThreads();
    return pool;
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "weir-work-" + NUMBERS.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  private static void refuse(Runnable task, ThreadPoolExecutor pool) {
    throw new RejectedExecutionException("The store is closed.");
  }
}
