package io.weir.engine.bulk;

import io.weir.api.write.BulkResult;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A ring with a slot for the outcome of each line that a bulk write has taken and not answered.
 *
 * <p>{@link #settle}: any thread. Everything else: the thread that drains the subscription, one at
 * a time. The release in {@code settle} pairs with the acquire in {@link #poll} and publishes the
 * outcome. A slot is reused by the line that is {@link #LINES} later. That line is taken only after
 * the earlier outcome was polled, and each line is settled once, so two outcomes never share a
 * slot.
 */
final class BulkWindow {

  /**
   * Largest number of lines; a power of two. It is twice the commands of a shard's turn: one turn
   * is forced while the next fills.
   */
  static final int LINES = 1024;

  private final AtomicReferenceArray<BulkResult> outcomes = new AtomicReferenceArray<>(LINES);
  private final int[] weights = new int[LINES];
  private long taken;
  private long answered;
  private long bytes;

  /**
   * Takes a slot for the next line and returns the line's number. Requires that {@link #lines} is
   * below {@link #LINES}.
   */
  long take(int weightBytes) {
    weights[slot(taken)] = weightBytes;
    bytes += weightBytes;
    return taken++;
  }

  /** Sets the outcome of a line that was taken. Called once for each line. */
  void settle(long line, BulkResult outcome) {
    outcomes.setRelease(slot(line), outcome);
  }

  /** Removes and returns the outcome of the oldest line; null while it is not settled. */
  @Nullable
  BulkResult poll() {
    var slot = slot(answered);
    var outcome = outcomes.getAcquire(slot);
    if (outcome != null) {
      outcomes.setPlain(slot, null);
      bytes -= weights[slot];
      answered++;
    }
    return outcome;
  }

  /** Returns the number of lines before a line that are taken and not settled. */
  int unsettledBefore(long line) {
    var unsettled = 0;
    for (var each = answered; each < Math.min(line, taken); each++) {
      if (outcomes.getAcquire(slot(each)) == null) {
        unsettled++;
      }
    }
    return unsettled;
  }

  /** Returns the number of lines taken and not answered. */
  int lines() {
    return (int) (taken - answered);
  }

  /** Returns the weight of these lines in bytes. */
  long bytes() {
    return bytes;
  }

  private static int slot(long line) {
    return (int) line & (LINES - 1);
  }
}
