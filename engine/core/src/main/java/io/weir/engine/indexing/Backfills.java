package io.weir.engine.indexing;

import io.weir.api.error.ServiceBusyException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The backfills of a store: some run, the others wait in the order of their declarations.
 *
 * <p>A backfill that runs needs work in slices for each shard, and that of a unique index the
 * claims of a slice for each shard. One that waits needs about 200 bytes.
 *
 * <p>Any thread.
 */
final class Backfills {

  private final int mostWaiting;
  private final AtomicInteger free;
  private final Set<Integer> running = ConcurrentHashMap.newKeySet();
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

  /** @param begin begins the backfill; returns false if its index is gone */
  private record Waiting(int index, BooleanSupplier begin) {}

  Backfills(int mostRunning, int mostWaiting) {
    this.free = new AtomicInteger(mostRunning);
    this.mostWaiting = mostWaiting;
  }

  /**
   * Fails with {@code ServerBusy} if as many backfills wait as may. Declarations of several tables
   * at one moment may exceed the number, each table by one.
   */
  void requireRoom() {
    if (waiting.size() >= mostWaiting) {
      throw new ServiceBusyException("reason=waitingBackfills limit=" + mostWaiting);
    }
  }

  /**
   * Adds a backfill, which begins at once or when another has ended. Backfills of an earlier run
   * are added without a limit.
   */
  void add(int index, BooleanSupplier begin) {
    waiting.add(new Waiting(index, begin));
    startNext();
  }

  /** Whether a backfill waits for others to end. */
  boolean isWaiting(int index) {
    return waiting.stream().anyMatch(each -> each.index() == index);
  }

  /**
   * Reports that an index has left its backfill or was dropped. The next backfill begins. May be
   * called more than once.
   */
  void ended(int index) {
    if (running.remove(index)) {
      free.incrementAndGet();
      startNext();
    } else {
      waiting.removeIf(each -> each.index() == index);
    }
  }

  private void startNext() {
    while (!waiting.isEmpty() && free.getAndUpdate(slots -> Math.max(0, slots - 1)) > 0) {
      var next = waiting.poll();
      if (next == null) {
        free.incrementAndGet(); // another thread took the last one; the loop looks for later ones
      } else {
        start(next);
      }
    }
  }

  /** An index that is dropped before {@link #running} names it is gone when its backfill begins. */
  private void start(Waiting next) {
    running.add(next.index());
    if (!next.begin().getAsBoolean() && running.remove(next.index())) {
      free.incrementAndGet();
    }
  }
}
