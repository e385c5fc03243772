package io.weir.engine.log;

import java.io.IOException;

/**
 * How far the log has been read, and the way on through the good frames of a segment.
 *
 * <p>Runs on: the thread that reads the log.
 */
final class FramesRead {
  private long position;
  private long sequence;

  /** Is shown each frame before it counts as read. */
  @FunctionalInterface
  interface Sink {
    void frame(int offset, LogFrame frame) throws IOException;
  }

  /** Stands at the beginning of a segment. */
  void begin(SegmentHeader header) {
    position = header.basePosition();
    sequence = header.baseSequence();
  }

  /** The position after the last frame read. */
  long position() {
    return position;
  }

  /** The sequence of the record that comes next. */
  long sequence() {
    return sequence;
  }

  /** Whether a position lies inside a frame that comes next, and not at one of its ends. */
  boolean isInside(LogFrame next, long wanted) {
    return position < wanted && position + next.bytes() > wanted;
  }

  /**
   * Reads good frames from the first of a segment on until there is none, or until the next segment
   * takes over, and answers the offset where that is. What a failed segment holds behind the place
   * where the log went on is void.
   */
  int read(SegmentReader reader, long endPosition, Sink sink) throws IOException {
    int offset = SegmentHeader.BYTES;
    while (position < endPosition) {
      LogFrame frame = reader.frameAt(offset, sequence, sequence);
      if (frame == null) {
        break;
      }
      int bytes = frame.bytes(); // before the sink, which may read the payload to its end
      int records = frame.isMark() ? 0 : 1;
      sink.frame(offset, frame);
      sequence += records;
      position += bytes;
      offset += bytes;
    }
    return offset;
  }
}
