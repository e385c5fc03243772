package io.weir.perf.workload;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Numbers of rows that were inserted into one table after it was loaded.
 *
 * <p>Any thread. A number is handed out once. {@link #readable} follows the lowest number whose insert is still under way, so that
 * nobody reads what may not be there yet. At most {@value #WINDOW} inserts may be under way; a number beyond that is handed out all the
 * same, and is readable later than it could be.
 */
public final class InsertedRows {

  private static final int WINDOW = 1 << 16;

  /**
   * What lies in the place of a number that was settled: the number and one. The release of a set pairs with the gets of {@link #settle}.
   */
  private final AtomicIntegerArray settled = new AtomicIntegerArray(WINDOW);

  private final AtomicInteger next;
  private final AtomicInteger readable;

  /** After the loaded rows of this count. */
  public InsertedRows(int loaded) {
    this.next = new AtomicInteger(loaded);
    this.readable = new AtomicInteger(loaded);
  }

  /** A number for a new row. */
  int take() {
    return next.getAndIncrement();
  }

  /** The insert of this number is over, whether or not it succeeded. */
  void settle(int number) {
    settled.set(number % WINDOW, number + 1);
    var limit = readable.get();
    while (settled.get(limit % WINDOW) == limit + 1) {
      readable.compareAndSet(limit, limit + 1);
      limit = readable.get();
    }
  }

  /** All numbers below this are settled. */
  int readable() {
    return readable.get();
  }
}
