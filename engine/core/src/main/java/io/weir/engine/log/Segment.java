package io.weir.engine.log;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open segment file.
 *
 * <p>Runs on: the thread that opens the log, then log thread.
 */
record Segment(String name, SegmentHeader header, LogFile file) implements Closeable {
  private static final int COPY_BYTES = 64 << 10;

  long positionAt(int offset) {
    return header.basePosition() + offset - SegmentHeader.BYTES;
  }

  int bytes() {
    return header.segmentBytes();
  }

  /** Writes zeros from {@code from} to {@code to}; they are not forced. */
  void zero(int from, int to) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(COPY_BYTES);
    for (int offset = from; offset < to; offset += zeros.limit()) {
      zeros.clear().limit(Math.min(COPY_BYTES, to - offset));
      writeFully(file, zeros, offset);
    }
  }

  /** Writes the bytes from {@code from} to {@code to} again as they are; they are not forced. */
  void rewrite(int from, int to) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(COPY_BYTES);
    for (int offset = from; offset < to; offset += bytes.limit()) {
      readFully(file, bytes.clear().limit(Math.min(COPY_BYTES, to - offset)), offset);
      writeFully(file, bytes.flip(), offset);
    }
  }

  /** Fills {@code target}. */
  static void readFully(LogFile file, ByteBuffer target, long offset) throws IOException {
    long next = offset;
    while (target.hasRemaining()) {
      int read = file.read(target, next);
      if (read < 0) {
        throw new EOFException("file ends early offset=" + next + " missing=" + target.remaining());
      }
      next += read;
    }
  }

  /**
   * Writes all of {@code source}; a disk that takes nothing more is a failure, not a reason to
   * spin.
   */
  static void writeFully(LogFile file, ByteBuffer source, long offset) throws IOException {
    long next = offset;
    while (source.hasRemaining()) {
      int written = file.write(source, next);
      if (written <= 0) {
        throw new IOException(
            "write made no progress offset=" + next + " remaining=" + source.remaining());
      }
      next += written;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
