package io.weir.engine.log;

import java.util.List;

/**
 * Records that one owner sealed together, and the completion that reports their outcome.
 *
 * <p>Each payload is kept whole or not at all. Several payloads are kept in order, but a crash
 * before the completion may keep only the first of them. Records that must be atomic belong in one
 * payload.
 *
 * <p>An offered batch owns its payloads until the completion is called.
 *
 * @param payloads at least one, none of them empty
 * @param generation of the log, when its owner last knew that none of its own batches was lost; see
 *     {@link CommitLog#generation()}
 */
public record LogBatch(List<LogPayload> payloads, Completion completion, long generation) {

  /** Creates a batch for a log that has never failed. */
  public LogBatch(List<LogPayload> payloads, Completion completion) {
    this(payloads, completion, 0);
  }

  public LogBatch {
    payloads = List.copyOf(payloads);
    if (payloads.isEmpty()) {
      throw new IllegalArgumentException("batch without a payload");
    }
    for (LogPayload payload : payloads) {
      if (payload.lengthBytes() < 1) {
        throw new IllegalArgumentException("empty payload");
      }
    }
  }

  /** Returns the bytes that the batch takes in the log, frame headers included. */
  public long frameBytes() {
    long bytes = 0;
    for (LogPayload payload : payloads) {
      bytes += LogFrame.bytes(payload.lengthBytes());
    }
    return bytes;
  }

  public int largestPayloadBytes() {
    int largest = 0;
    for (LogPayload payload : payloads) {
      largest = Math.max(largest, payload.lengthBytes());
    }
    return largest;
  }

  /**
   * Receives the outcome of one batch, exactly once.
   *
   * <p>Runs on: log thread, or the offering thread if the log is already closed or keeps nothing.
   * An implementation must only enqueue a message to its owner's loop, because every shard waits
   * for it. An exception thrown here fails the log.
   */
  public interface Completion {

    /**
     * Reports that the batch is kept as the store's durability promises: forced, or written if
     * forces come at intervals.
     *
     * @param endPosition the position after the batch's last record
     */
    void acknowledged(long endPosition);

    /**
     * Reports that the batch was not kept. Unless the failure says that nothing was kept, replay
     * may show some, all or none of its records if the store is opened before the log continues.
     */
    void failed(LogFailed failure);
  }
}
