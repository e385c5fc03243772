package io.weir.engine.log;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a log has done since it was opened.
 *
 * <p>Written by: log thread, with ordered stores. Read by: any thread; each number by itself is
 * exact, several of them may be of different moments.
 */
public final class LogCounters {
  private final AtomicLong groups = new AtomicLong();
  private final AtomicLong frames = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong forces = new AtomicLong();
  private final AtomicLong forceNanos = new AtomicLong();
  private final AtomicLong rotations = new AtomicLong();

  public LogCounters() {}

  /** Groups committed: turns of the log thread that found batches waiting. */
  public long groups() {
    return groups.get();
  }

  /** Records appended. */
  public long frames() {
    return frames.get();
  }

  /** Bytes appended, headers and padding of frames included. */
  public long bytes() {
    return bytes.get();
  }

  /** Forces of appended frames. */
  public long forces() {
    return forces.get();
  }

  /** Time spent in those forces. */
  public long forceNanos() {
    return forceNanos.get();
  }

  /** Segments begun. */
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
