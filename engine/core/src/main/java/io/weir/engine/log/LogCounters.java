package io.weir.engine.log;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the work of a log since it was opened.
 *
 * <p>Written by: log thread, with ordered stores. Read by: any thread. Each number is exact by
 * itself; several numbers may be of different moments.
 */
public final class LogCounters {
  private final AtomicLong groups = new AtomicLong();
  private final AtomicLong frames = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong forces = new AtomicLong();
  private final AtomicLong forceNanos = new AtomicLong();
  private final AtomicLong rotations = new AtomicLong();

  public LogCounters() {}

  /** Returns the number of groups committed: turns of the log thread that found batches waiting. */
  public long groups() {
    return groups.get();
  }

  /** Returns the number of records appended. */
  public long frames() {
    return frames.get();
  }

  /** Returns the number of bytes appended, headers and padding of frames included. */
  public long bytes() {
    return bytes.get();
  }

  /** Returns the number of forces of appended frames. */
  public long forces() {
    return forces.get();
  }

  /** Returns the time spent in those forces, in nanoseconds. */
  public long forceNanos() {
    return forceNanos.get();
  }

  /** Returns the number of segments begun. */
  public long rotations() {
    return rotations.get();
  }

  public void group() {
    add(groups, 1);
  }

  public void frame(int frameBytes) {
    add(frames, 1);
    add(bytes, frameBytes);
  }

  public void force(long nanos) {
    add(forces, 1);
    add(forceNanos, nanos);
  }

  public void rotation() {
    add(rotations, 1);
  }

  private static void add(AtomicLong counter, long amount) {
    counter.lazySet(counter.getPlain() + amount); // one writer: no read-modify-write needed
  }
}
