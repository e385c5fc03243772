package io.weir.testkit;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * What loops hand to a test that waits for it, in order.
 *
 * <p>deliberate: no blocking queue. Its lock would now and then have the loop wait for the test.
 */
public final class Arrivals<T> {

  private final Queue<T> items = new ConcurrentLinkedQueue<>();
  private final Semaphore arrived = new Semaphore(0);

  /** Hands an item over. Any thread; does not block. */
  public void add(T item) {
    items.add(item);
    arrived.release();
  }

  /** Waits for the next item, and fails when there is none for so long. One thread, the test's. */
  public T take(Duration patience) throws InterruptedException {
    if (!arrived.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new AssertionError("Nothing arrived. patience=" + patience);
    }
    return items.remove();
  }

  /** Items that nobody took. */
  public int waiting() {
    return arrived.availablePermits();
  }
}
