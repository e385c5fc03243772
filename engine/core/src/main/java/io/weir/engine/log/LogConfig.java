package io.weir.engine.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The configuration of a log.
 *
 * @param storeId names the store; a segment of another store is refused
 * @param segmentBytes size of a segment file, 16 KiB to 1 GiB, a multiple of 4 KiB; default 64 MiB.
 *     Applies to new segments. No record is larger than a segment: a store that takes batches of 4
 *     MiB needs 16 MiB or more
 * @param queueBatches batches that may wait for the log thread, at least 1; default 4096
 * @param queueBytes bytes that may wait for the log thread, at least 4 KiB; default 80 MiB, which
 *     takes two of the longest joint commits with their before-images. The group that is being
 *     written may hold as much again
 * @param forceInterval zero, the default: a batch is acknowledged after it is forced. Otherwise it
 *     is acknowledged after it is written, and forced within this time; a crash of the machine
 *     loses bytes that were not forced
 * @param marksEnd whether a clean close leaves a mark. Without it, closing and opening moves no
 *     position
 */
public record LogConfig(
    UUID storeId,
    int segmentBytes,
    int queueBatches,
    long queueBytes,
    Duration forceInterval,
    boolean marksEnd) {
  static final int MIN_SEGMENT_BYTES = 16 << 10;
  static final int MAX_SEGMENT_BYTES = 1 << 30;

  /** Makes the configuration of a log that marks its end at a clean close. */
  public LogConfig(
      UUID storeId, int segmentBytes, int queueBatches, long queueBytes, Duration forceInterval) {
    this(storeId, segmentBytes, queueBatches, queueBytes, forceInterval, true);
  }

  public LogConfig {
    List<String> mistakes = new ArrayList<>();
    if (segmentBytes < MIN_SEGMENT_BYTES || segmentBytes > MAX_SEGMENT_BYTES) {
      mistakes.add("segmentBytes out of range min=16 KiB max=1 GiB value=" + segmentBytes);
    }
    if (segmentBytes % SegmentHeader.BYTES != 0) {
      mistakes.add("segmentBytes not a multiple of 4 KiB value=" + segmentBytes);
    }
    if (queueBatches < 1) {
      mistakes.add("queueBatches out of range min=1 value=" + queueBatches);
    }
    if (queueBytes < 4 << 10) {
      mistakes.add("queueBytes out of range min=4 KiB value=" + queueBytes);
    }
    if (forceInterval.isNegative()) {
      mistakes.add("forceInterval out of range min=0 value=" + forceInterval);
    }
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", mistakes));
    }
  }

  /**
   * Returns the configuration of a log that forces before it acknowledges, with the default sizes.
   */
  public static LogConfig forStore(UUID storeId) {
    return new LogConfig(storeId, 64 << 20, 4096, 80L << 20, Duration.ZERO);
  }

  public LogConfig withSegmentBytes(int bytes) {
    return new LogConfig(storeId, bytes, queueBatches, queueBytes, forceInterval, marksEnd);
  }

  public LogConfig withQueue(int batches, long bytes) {
    return new LogConfig(storeId, segmentBytes, batches, bytes, forceInterval, marksEnd);
  }

  public LogConfig withForceInterval(Duration interval) {
    return new LogConfig(storeId, segmentBytes, queueBatches, queueBytes, interval, marksEnd);
  }

  /**
   * Returns this configuration for a log whose positions must be those of other logs with the same
   * records.
   */
  public LogConfig withoutEndMark() {
    return new LogConfig(storeId, segmentBytes, queueBatches, queueBytes, forceInterval, false);
  }

  /**
   * Returns the longest payload in bytes. It fits an empty segment together with the header and the
   * mark of a clean close, and takes at most half the queue, so that the queue can hold it and
   * others.
   */
  public int maxPayloadBytes() {
    int inSegment = segmentBytes - SegmentHeader.BYTES - 2 * LogFrame.HEADER_BYTES;
    return (int) Math.min(inSegment, queueBytes / 2 - LogFrame.HEADER_BYTES);
  }
}
