package io.weir.engine.log;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Records that one owner sealed together, and the owner's ear.
 *
 * <p>Each payload is kept whole or not at all. Several payloads are kept in order, but a crash
 * before the completion may keep only the first of them: what must be atomic belongs in one
 * payload.
 *
 * <p>Whoever offers a batch gives its buffers away until the completion is called; the log reads
 * them from position to limit and leaves their positions undefined.
 *
 * @param payloads at least one, none of them empty
 * @param generation of the log, when its owner last knew that nothing of its own was lost; see
 *     {@link CommitLog#generation()}
 */
public record LogBatch(List<ByteBuffer> payloads, Completion completion, long generation) {

  /** A batch for a log that never failed. */
  public LogBatch(List<ByteBuffer> payloads, Completion completion) {
    this(payloads, completion, 0);
  }

  public LogBatch {
    payloads = List.copyOf(payloads);
    if (payloads.isEmpty()) {
      throw new IllegalArgumentException("batch without a payload");
    }
    for (ByteBuffer payload : payloads) {
      if (!payload.hasRemaining()) {
        throw new IllegalArgumentException("empty payload");
      }
    }
  }

  /** What the batch takes in the log, frame headers included. */
  public long frameBytes() {
    long bytes = 0;
    for (ByteBuffer payload : payloads) {
      bytes += LogFrame.bytes(payload.remaining());
    }
    return bytes;
  }

  public int largestPayloadBytes() {
    int largest = 0;
    for (ByteBuffer payload : payloads) {
      largest = Math.max(largest, payload.remaining());
    }
    return largest;
  }

  /**
   * Hears the outcome of one batch, exactly once.
   *
   * <p>Runs on: log thread (on the offering thread if the log was closed already, or keeps
   * nothing). An implementation only enqueues to the loop of its owner: what it does here, every
   * shard waits for. One that throws fails the log.
   */
  public interface Completion {

    /**
     * The batch is kept as the store's durability promises: forced, or written when forces come at
     * intervals.
     *
     * @param endPosition the position after the batch's last record
     */
    void acknowledged(long endPosition);

    /**
     * The batch was not kept. Unless the failure says that nothing of it was, some, all or none of
     * its records may be replayed if the store is opened before the log goes on.
     */
    void failed(LogFailed failure);
  }
}
