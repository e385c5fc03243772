package io.weir.engine.log;

import java.io.IOException;

/**
 * The position up to which the log has been read, and the reader of the following good frames of a
 * segment.
 *
 * <p>Runs on: the thread that reads the log.
 */
final class FramesRead {
  private long position;
  private long sequence;

  /** Receives each frame before the frame counts as read. */
  @FunctionalInterface
  interface Sink {
    void frame(int offset, LogFrame frame) throws IOException;
  }

  /** Moves to the beginning of a segment. */
  void begin(SegmentHeader header) {
    position = header.basePosition();
    sequence = header.baseSequence();
  }

  /** Returns the position after the last frame read. */
  long position() {
    return position;
  }

  /** Returns the sequence of the next record. */
  long sequence() {
    return sequence;
  }

  /** Returns whether a position lies strictly inside the next frame. */
  boolean isInside(LogFrame next, long wanted) {
    return position < wanted && position + next.bytes() > wanted;
  }

  /**
   * Reads the good frames of a segment from its first, until there is none or until the next
   * segment begins, and returns the offset of that place. Frames of a failed segment after the
   * place where the log continued are void.
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
