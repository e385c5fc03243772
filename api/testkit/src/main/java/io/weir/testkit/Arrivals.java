package io.weir.testkit;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A queue of items that loops pass to a waiting test, in order.
 *
 * <p>deliberate: not a blocking queue, because a loop would sometimes wait for its lock.
 */
public final class Arrivals<T> {

  private final Queue<T> items = new ConcurrentLinkedQueue<>();
  private final Semaphore arrived = new Semaphore(0);

  /** Adds an item. Any thread; does not block. */
  public void add(T item) {
    items.add(item);
    arrived.release();
  }

  /**
   * Waits for the next item. Fails when none arrives within {@code patience}. Runs on one thread,
   * the test's.
   */
  public T take(Duration patience) throws InterruptedException {
    if (!arrived.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new AssertionError("Nothing arrived. patience=" + patience);
    }
    return items.remove();
  }

  /** Returns the number of items that were not taken. */
  public int waiting() {
    return arrived.availablePermits();
  }
}
