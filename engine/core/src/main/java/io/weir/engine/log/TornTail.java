package io.weir.engine.log;

import java.io.IOException;

/**
 * Classifies the bytes after the last good frame of the last segment: nothing, a torn tail, or
 * damage.
 *
 * <p>Frames begin at multiples of 8 bytes, so the search tries every such offset after the bad
 * frame. A good frame there is a witness; the package's page explains why its forced position
 * decides. The search passes over zeros at once, and computes a checksum only if the sequence is
 * one that the writer could have reached by then, so garbage costs one comparison. The frames that
 * a recycled file held before have another salt, and lower sequences: they need no cut. Only those
 * that a failure had made void may have a sequence in the range; they are then cut and reported as
 * a torn tail, which does no harm.
 *
 * <p>Runs on: the thread that opens the log.
 */
final class TornTail {
  private final Segment segment;
  private final SegmentReader reader;
  private final int badOffset;
  private final long sequence;

  /**
   * @param badOffset where the good frames end
   * @param sequence the sequence that a good frame would have there
   */
  TornTail(Segment segment, SegmentReader reader, int badOffset, long sequence) {
    this.segment = segment;
    this.reader = reader;
    this.badOffset = badOffset;
    this.sequence = sequence;
  }

  /**
   * Returns where the stale frames end that a cut must zero, whole or not, or the bad offset itself
   * if there are none. A frame that is not whole can never become good: its length is zeroed so
   * that the next opening does not report it again.
   *
   * @throws LogDamaged if a witness shows that the bad frame was once durable
   */
  int judge() throws IOException {
    int staleEnd = badOffset;
    int offset = reader.firstNotZero(badOffset);
    while (offset < segment.bytes()) {
      long highest = sequence + (offset - badOffset) / LogFrame.HEADER_BYTES;
      if (reader.isHeaderAt(offset, sequence, highest)) {
        offset += examine(offset, highest);
        staleEnd = offset;
      } else {
        offset += LogFrame.ALIGNMENT;
      }
      offset = reader.firstNotZero(offset);
    }
    return staleEnd;
  }

  /**
   * Examines the frame at {@code offset}, which may be whole or not, and returns the number of
   * bytes that it covers.
   */
  private int examine(int offset, long highestSequence) throws IOException {
    LogFrame witness = reader.frameAt(offset, sequence, highestSequence);
    if (witness == null) {
      // deliberate: a value may look like a header, and a witness begin inside it
      return LogFrame.ALIGNMENT;
    }
    if (witness.forcedPosition() > segment.positionAt(badOffset)) {
      throw new LogDamaged(
          LogDamaged.Kind.BAD_FRAME,
          segment.name(),
          badOffset,
          "sequence=" + sequence + " witnessOffset=" + offset + " witnessSequence="
              + witness.sequence());
    }
    return witness.bytes();
  }
}
