package io.weir.engine.log;

import java.io.IOException;

/**
 * Judges what lies behind the last good frame of the last segment: nothing, a torn tail, or damage.
 *
 * <p>Frames begin at multiples of 8 bytes, so each of those behind the bad frame is tried. A good
 * frame there is a witness; see the package's page for why its forced position decides. Whether
 * bytes are tried as a frame at all depends on their sequence, which must be one that the writer
 * could have reached by then; so garbage costs a comparison, not a checksum.
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
   * Where the stale bytes end that a cut must zero; the bad offset itself when there are none.
   *
   * @throws LogDamaged when a witness shows that the bad frame was durable once
   */
  int judge() throws IOException {
    int staleEnd = badOffset;
    int offset = badOffset;
    while (offset < segment.bytes()) {
      if (reader.isZeroAt(offset)) {
        offset += LogFrame.ALIGNMENT;
        continue;
      }
      offset += hear(offset);
      staleEnd = offset;
    }
    return staleEnd;
  }

  /**
   * Hears the witness at {@code offset}, if there is one, and answers how many bytes are dealt
   * with.
   */
  private int hear(int offset) throws IOException {
    LogFrame witness =
        reader.frameAt(offset, sequence, sequence + (offset - badOffset) / LogFrame.HEADER_BYTES);
    if (witness == null) {
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
