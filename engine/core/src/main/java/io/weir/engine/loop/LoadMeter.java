package io.weir.engine.loop;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the tasks of one owner have cost a loop since the start. Written by one turn at a time, read
 * by any thread.
 */
public final class LoadMeter {

  private final AtomicLong busyNanos = new AtomicLong();
  private final AtomicLong waitedNanos = new AtomicLong();
  private final AtomicLong tasks = new AtomicLong();
  private final AtomicLong turns = new AtomicLong();

  void add(long busy, long waited, long run) {
    add(busyNanos, busy);
    add(waitedNanos, waited);
    add(tasks, run);
    add(turns, 1);
  }

  /** There is one writer at a time, and turns order one writer before the next. */
  private static void add(AtomicLong counter, long more) {
    counter.lazySet(counter.getPlain() + more);
  }

  /** Returns the time that tasks have taken, in nanoseconds. */
  public long busyNanos() {
    return busyNanos.get();
  }

  /** Returns the time for which turns have waited on the loop, in nanoseconds. */
  public long waitedNanos() {
    return waitedNanos.get();
  }

  /** Returns the number of tasks that have run. */
  public long tasks() {
    return tasks.get();
  }

  /** Returns the number of turns in which they ran. */
  public long turns() {
    return turns.get();
  }
}
