package io.weir.perf.workload;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The numbers of rows inserted into one table after it was loaded.
 *
 * <p>Any thread. A number is handed out once. {@link #readable} follows the lowest number whose
 * insert is still in flight, so that no client reads a row that may not exist yet. At most
 * {@value #WINDOW} inserts may be in flight; further numbers are handed out too, but become
 * readable later than necessary.
 */
public final class InsertedRows {

  private static final int WINDOW = 1 << 16;

  /**
   * Holds, at the place of a settled number, that number plus one. The release of a set pairs with
   * the gets of {@link #settle}.
   */
  private final AtomicIntegerArray settled = new AtomicIntegerArray(WINDOW);

  private final AtomicInteger next;
  private final AtomicInteger readable;

  /** Begins after this many loaded rows. */
  public InsertedRows(int loaded) {
    this.next = new AtomicInteger(loaded);
    this.readable = new AtomicInteger(loaded);
  }

  /** Returns the number of a new row. */
  int take() {
    return next.getAndIncrement();
  }

  /** Reports that the insert of a number has ended, whether or not it succeeded. */
  void settle(int number) {
    settled.set(number % WINDOW, number + 1);
    var limit = readable.get();
    while (settled.get(limit % WINDOW) == limit + 1) {
      readable.compareAndSet(limit, limit + 1);
      limit = readable.get();
    }
  }

  /** Returns the limit below which all numbers are settled. */
  int readable() {
    return readable.get();
  }
}
