package io.weir.engine.balance;

import io.weir.engine.loop.Loops;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The processor time of each loop's thread, by the JVM's measure of threads. Any thread; never
 * waits.
 */
public final class LoopTimes {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The id of each loop's thread; 0 before its first task. */
  private final AtomicLongArray threads;

  /** Asks each loop for its thread. */
  public LoopTimes(Loops loops) {
    this.threads = new AtomicLongArray(loops.all().size());
    for (var loop = 0; loop < threads.length(); loop++) {
      var number = loop;
      loops
          .all()
          .get(loop)
          .execute(() -> threads.set(number, Thread.currentThread().getId()));
    }
  }

  /**
   * Returns the processor time of a loop's thread in nanoseconds; 0 while it is unknown, or when
   * the JVM does not measure it.
   */
  public long cpuNanos(int loop) {
    var thread = threads.get(loop);
    return thread == 0 || !THREADS.isThreadCpuTimeSupported()
        ? 0
        : Math.max(0, THREADS.getThreadCpuTime(thread));
  }
}
