package io.weir.engine.log;

import java.io.IOException;

/**
 * The end of a log, where appending continues.
 *
 * @param segment the last segment
 * @param provenOffset all bytes below it were certainly forced, as the last frame says
 * @param offset where the next frame goes
 * @param staleEnd where the bytes of a torn tail end; equal to {@code offset} if nothing is torn
 * @param nextSequence number of the next record
 * @param marked whether the last frame is the mark of a clean close
 */
public record LogEnd(
    Segment segment,
    int provenOffset,
    int offset,
    int staleEnd,
    long nextSequence,
    boolean marked) {

  /** Returns the end of a segment that has no frames yet. */
  public static LogEnd ofEmpty(Segment segment) {
    int start = SegmentHeader.BYTES;
    return new LogEnd(segment, start, start, start, segment.header().baseSequence(), false);
  }

  public long position() {
    return segment.positionAt(offset);
  }

  public int tornBytes() {
    return staleEnd - offset;
  }

  /**
   * Makes the replayed frames durable and zeroes the torn tail. Frames that were never forced must
   * not vanish in a later crash, after other frames were built on them.
   *
   * <p>Unproven bytes are written again before the force. After an earlier failed force the kernel
   * may hold their pages as clean although they never reached the disk; a force alone would then
   * succeed and do nothing.
   */
  public void makeDurable() throws IOException {
    segment.rewrite(provenOffset, offset);
    segment.zero(offset, staleEnd);
    segment.file().force();
  }
}
