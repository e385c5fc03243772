package io.weir.engine.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of one segment through a window that slides over the file.
 *
 * <p>Runs on: the thread that opens the log.
 */
final class SegmentReader {
  private static final int MAX_WINDOW_BYTES = 1 << 20;
  private static final ByteBuffer ZEROS = ByteBuffer.allocate(64 << 10).asReadOnlyBuffer();

  private final Segment segment;
  private final FrameChecksum checksum;
  private ByteBuffer window;
  private int windowOffset;

  SegmentReader(Segment segment) {
    this(segment, MAX_WINDOW_BYTES);
  }

  /**
   * @param windowBytes bytes that are read at a time, unless a frame is longer; at least the header
   *     of a frame
   */
  SegmentReader(Segment segment, int windowBytes) {
    this.segment = segment;
    this.checksum = new FrameChecksum(segment.header());
    this.window = ByteBuffer.allocate(Math.min(windowBytes, segment.bytes())).limit(0);
  }

  /**
   * Returns the frame at {@code offset}, or null if there is none: the bytes are zeros or void, the
   * checksum does not match, or the sequence is outside the given range, both ends included.
   */
  @Nullable
  LogFrame frameAt(int offset, long minSequence, long maxSequence) throws IOException {
    if (!isHeaderAt(offset, minSequence, maxSequence)) {
      return null;
    }
    int lengthBytes = window.getInt(load(offset, LogFrame.HEADER_BYTES) + LogFrame.LENGTH_AT);
    int at = load(offset, lengthBytes);
    int expected = checksum.of(
        segment.positionAt(offset),
        window.slice(at + LogFrame.LENGTH_AT, lengthBytes - LogFrame.LENGTH_AT));
    if (window.getInt(at + LogFrame.CHECKSUM_AT) != expected) {
      return null;
    }
    ByteBuffer payload =
        window.slice(at + LogFrame.HEADER_BYTES, lengthBytes - LogFrame.HEADER_BYTES);
    return new LogFrame(
        window.getLong(at + LogFrame.SEQUENCE_AT),
        window.getLong(at + LogFrame.FORCED_AT),
        payload);
  }

  /**
   * Returns whether a frame of this segment may have begun at {@code offset}: there is a header of
   * a fitting length, with a sequence in the given range, both ends included. Frames that the file
   * held before have lower sequences, except those that a failure made void.
   */
  boolean isHeaderAt(int offset, long minSequence, long maxSequence) throws IOException {
    if (segment.bytes() - offset < LogFrame.HEADER_BYTES) {
      return false;
    }
    int at = load(offset, LogFrame.HEADER_BYTES);
    int lengthBytes = window.getInt(at + LogFrame.LENGTH_AT);
    long sequence = window.getLong(at + LogFrame.SEQUENCE_AT);
    return lengthBytes >= LogFrame.HEADER_BYTES
        && lengthBytes <= segment.bytes() - offset
        && sequence >= minSequence
        && sequence <= maxSequence;
  }

  /**
   * Returns the first multiple of {@value LogFrame#ALIGNMENT} from {@code offset} on at which not
   * all of that many bytes are zero, or the end of the segment. No frame begins with zeros: its
   * length is among them.
   */
  int firstNotZero(int offset) throws IOException {
    int from = offset;
    while (from < segment.bytes()) {
      int at = load(from, LogFrame.ALIGNMENT);
      if (window.getLong(at) != 0) {
        return from; // most often, in a file that held other frames before
      }
      int compared = Math.min(window.limit() - at, ZEROS.capacity()) & -LogFrame.ALIGNMENT;
      int same = window.slice(at, compared).mismatch(ZEROS.slice(0, compared));
      if (same >= 0) {
        return from + (same & -LogFrame.ALIGNMENT);
      }
      from += compared;
    }
    return from;
  }

  /** Moves the window over the range and returns where in the window the range begins. */
  private int load(int offset, int lengthBytes) throws IOException {
    if (offset < windowOffset || offset + lengthBytes > windowOffset + window.limit()) {
      slideTo(offset, lengthBytes);
    }
    return offset - windowOffset;
  }

  private void slideTo(int offset, int lengthBytes) throws IOException {
    if (lengthBytes > window.capacity()) {
      window = ByteBuffer.allocate(lengthBytes);
    }
    windowOffset = offset;
    window.clear().limit(Math.min(window.capacity(), segment.bytes() - offset));
    segment.file().readFully(window, offset);
    window.flip();
  }
}
