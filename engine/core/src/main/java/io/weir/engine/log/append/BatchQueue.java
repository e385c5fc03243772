package io.weir.engine.log.append;

import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A queue of batches that wait for the log thread, bounded in number and bytes.
 *
 * <p>{@link #offer}: any thread, lock-free. {@link #drain} and {@link #close}: log thread.
 *
 * <p>The queue is a linked stack of immutable entries. Each entry knows the number and bytes of all
 * entries below it, so one compare-and-set checks both bounds and enqueues. One exchange takes all
 * waiting batches, which is the only read that the log thread needs; it restores the order by
 * filling an array from its end. An array queue with separate counters would need three atomic
 * steps and a rule for returning capacity. Stacks suffer from the ABA problem if entries are
 * reused; these entries never are.
 */
public final class BatchQueue {
  /** Replaces the newest entry once the queue is closed. */
  private static final Entry CLOSED = new Entry(null, null, 0, 0);

  /**
   * The compare-and-set in offer publishes a batch's payloads; the exchange in drain receives them.
   */
  private final AtomicReference<@Nullable Entry> newest = new AtomicReference<>();

  private final int maxBatches;
  private final long maxBytes;

  public BatchQueue(int maxBatches, long maxBytes) {
    this.maxBatches = maxBatches;
    this.maxBytes = maxBytes;
  }

  /**
   * Takes a batch as {@link io.weir.engine.log.CommitLog#offer} says. A closed queue fails it.
   *
   * @param maxPayloadBytes of one record
   * @param begin wakes the log thread
   */
  public boolean offer(LogBatch batch, int maxPayloadBytes, Executor starter, Runnable begin) {
    long bytes = batch.frameBytes();
    if (batch.largestPayloadBytes() > maxPayloadBytes || !canEverTake(bytes)) {
      throw new IllegalArgumentException("batch is too large for the log bytes=" + bytes);
    }
    switch (offer(batch, bytes)) {
      case TAKEN -> starter.execute(begin);
      case FULL -> {
        return false;
      }
      case CLOSED -> batch.completion().failed(LogFailed.closed());
    }
    return true;
  }

  Offer offer(LogBatch batch, long batchBytes) {
    while (true) {
      Entry older = newest.get();
      if (isClosed(older)) {
        return Offer.CLOSED;
      }
      int batches = older == null ? 1 : older.batches + 1;
      long bytes = older == null ? batchBytes : older.bytes + batchBytes;
      if (batches > maxBatches || !canEverTake(bytes)) {
        return Offer.FULL;
      }
      if (newest.compareAndSet(older, new Entry(batch, older, batches, bytes))) {
        return Offer.TAKEN;
      }
    }
  }

  public boolean isEmpty() {
    return newest.get() == null;
  }

  boolean canEverTake(long batchBytes) {
    return batchBytes <= maxBytes;
  }

  /** Takes all waiting batches, oldest first. Returns none once the queue is closed. */
  public List<LogBatch> drain() {
    return oldestFirst(newest.getAndUpdate(entry -> isClosed(entry) ? entry : null));
  }

  /** Takes all waiting batches and refuses later ones. */
  public List<LogBatch> close() {
    return oldestFirst(newest.getAndSet(CLOSED));
  }

  private static boolean isClosed(@Nullable Entry newest) {
    return newest != null && newest.batch == null;
  }

  private static List<LogBatch> oldestFirst(@Nullable Entry newest) {
    if (newest == null) {
      return List.of();
    }
    LogBatch[] batches = new LogBatch[newest.batches];
    for (Entry entry = newest; entry != null && entry.batch != null; entry = entry.older) {
      batches[entry.batches - 1] = entry.batch;
    }
    return Arrays.asList(batches);
  }

  /** What became of an offer. */
  enum Offer {
    TAKEN,
    FULL,
    CLOSED
  }

  /**
   * A batch, and the number and bytes of all batches up to it. Only the entry that closes the queue
   * has no batch.
   */
  private record Entry(@Nullable LogBatch batch, @Nullable Entry older, int batches, long bytes) {}
}
