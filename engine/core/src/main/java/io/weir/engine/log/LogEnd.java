package io.weir.engine.log;

import java.io.IOException;

/**
 * Where a log ends and is written on.
 *
 * @param segment the last segment
 * @param provenOffset what lies below was forced for certain, as the last frame says
 * @param offset where the next frame goes
 * @param staleEnd where the bytes of a torn tail end; equal to {@code offset} when nothing is torn
 * @param nextSequence number of the next record
 * @param marked whether the last frame is the mark of an orderly close
 */
public record LogEnd(
    Segment segment,
    int provenOffset,
    int offset,
    int staleEnd,
    long nextSequence,
    boolean marked) {

  /** The end of a segment that has no frames yet. */
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
   * Makes durable what was replayed and forgets the torn tail: frames that were never forced must
   * not vanish in a later crash, when others were built on them.
   *
   * <p>What is not proven is written once more before the force. Where a force failed earlier, the
   * kernel may hold its pages as clean although they never reached the disk; a force alone would
   * then say yes and do nothing.
   */
  public void makeDurable() throws IOException {
    segment.rewrite(provenOffset, offset);
    segment.zero(offset, staleEnd);
    segment.file().force();
  }
}
