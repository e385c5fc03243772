package io.weir.engine;

import io.weir.api.write.BulkResult;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a bulk write that were taken and not answered: a place for the outcome of each, in their order.
 *
 * <p>{@link #settle}: any thread. Everything else: who drains the subscription, one thread at a time. A place is released by {@code
 * settle} and acquired by {@link #poll}, which publishes the outcome; it is used again when the line that is {@link #LINES} further on is
 * taken, and by then whoever settled it has heard of nothing else.
 */
final class BulkWindow {

  /** Most lines at a time; a power of two. Twice what one turn of a shard takes: one turn is forced while the next fills. */
  static final int LINES = 1024;

  private final AtomicReferenceArray<BulkResult> outcomes = new AtomicReferenceArray<>(LINES);
  private final int[] weights = new int[LINES];
  private long taken;
  private long answered;
  private long bytes;

  /** Makes place for the next line, which there is while {@link #lines} is below {@link #LINES}. Answers its number. */
  long take(int weightBytes) {
    weights[place(taken)] = weightBytes;
    bytes += weightBytes;
    return taken++;
  }

  /** The outcome of a line that was taken; told once. */
  void settle(long line, BulkResult outcome) {
    outcomes.setRelease(place(line), outcome);
  }

  /** The outcome that is answered next; null when it is not known yet. */
  @Nullable
  BulkResult poll() {
    var place = place(answered);
    var outcome = outcomes.getAcquire(place);
    if (outcome != null) {
      outcomes.setPlain(place, null);
      bytes -= weights[place];
      answered++;
    }
    return outcome;
  }

  /** Lines taken and not answered. */
  int lines() {
    return (int) (taken - answered);
  }

  /** What these lines weigh together. */
  long bytes() {
    return bytes;
  }

  private static int place(long line) {
    return (int) line & (LINES - 1);
  }
}
