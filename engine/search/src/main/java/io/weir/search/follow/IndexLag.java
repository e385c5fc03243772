package io.weir.search.follow;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How far the changes that searches see are behind those that were acknowledged.
 *
 * <p>At each place that it is told, it notes the end of the log and the time. When a later place has passed that end, the index held at that time
 * everything that was acknowledged then. The lag is therefore an upper bound, and zero exactly when nothing of the log is left.
 *
 * <p>{@link #reached} belongs to the follower's worker. The rest may be called on any thread; the volatile fields are written by that worker.
 */
final class IndexLag {

  private final LongSupplier end;
  private final LongSupplier clockMillis;
  private long notedEnd = Long.MAX_VALUE;
  private long notedMillis;
  private volatile long position;
  private volatile long asOfMillis;

  IndexLag(LongSupplier end, LongSupplier clockMillis, long position, long asOfMillis) {
    this.end = end;
    this.clockMillis = clockMillis;
    this.position = position;
    this.asOfMillis = asOfMillis;
  }

  /** Learns that searches see everything up to a position. */
  void reached(long place) {
    var now = clockMillis.getAsLong();
    if (place >= notedEnd) {
      asOfMillis = notedMillis;
    }
    position = place;
    notedEnd = end.getAsLong();
    notedMillis = now;
    if (place >= notedEnd) {
      asOfMillis = now;
    }
  }

  /** Returns the time before which every acknowledged change is seen. */
  long asOfMillis() {
    return asOfMillis;
  }

  /** Returns the bytes of the log after the position. */
  long bytes() {
    return Math.max(0, end.getAsLong() - position);
  }

  /** Returns how long ago the index held everything; zero if it does now. */
  Duration time() {
    return bytes() == 0
        ? Duration.ZERO
        : Duration.ofMillis(Math.max(1, clockMillis.getAsLong() - asOfMillis));
  }
}
