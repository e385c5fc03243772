package io.weir.search.table;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * The distance, in bytes and in time, of the changes that searches see from those that were
 * acknowledged.
 *
 * <p>At each place that it is told, it notes the end of the log and the time. When a later place
 * has passed a noted end, the index held at that time everything that was acknowledged then. The
 * lag is therefore an upper bound, and zero exactly when nothing of the log is left.
 *
 * <p>A backlog keeps many notes open. It holds {@value #MOST_NOTES} at most: when they are full, it
 * drops every second one and takes them half as often, so the bound exceeds the delay of a steady
 * backlog by a small part of it only.
 *
 * <p>{@link #reached} and {@link #heldAll} belong to the follower's worker. The rest may be called
 * on any thread; the volatile fields are written by that worker.
 */
final class IndexLag {

  static final int MOST_NOTES = 32;

  /** The end that the log had at a time. */
  private record Note(long end, long millis) {}

  private final LongSupplier end;
  private final LongSupplier clockMillis;
  private final ArrayDeque<Note> notes = new ArrayDeque<>();
  private long pauseMillis;
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
    var oldest = notes.peek();
    while (oldest != null && oldest.end() <= place) {
      asOfMillis = oldest.millis();
      notes.remove();
      oldest = notes.peek();
    }
    position = place;
    var present = end.getAsLong();
    if (place >= present) {
      asOfMillis = now;
    } else {
      note(new Note(present, now));
    }
  }

  private void note(Note note) {
    var last = notes.peekLast();
    if (last == null) {
      pauseMillis = 0;
    } else if (note.millis() >= last.millis() // the clock was not set back
        && (note.end() == last.end() || note.millis() - last.millis() < pauseMillis)) {
      return;
    }
    if (notes.size() == MOST_NOTES) {
      dropEverySecond();
      pauseMillis = Math.max(1, 2 * pauseMillis);
    }
    notes.add(note);
  }

  private void dropEverySecond() {
    for (var left = notes.size(); left > 0; left -= 2) {
      notes.add(notes.remove());
      notes.remove();
    }
  }

  /** Learns that the index held at a time everything that was acknowledged then. */
  void heldAll(long millis) {
    asOfMillis = Math.max(asOfMillis, millis);
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
