package io.weir.engine.log;

import io.weir.engine.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open segment file.
 *
 * <p>Runs on: the thread that opens the log, then log thread.
 */
public record Segment(String name, SegmentHeader header, DiskFile file) implements Closeable {
  private static final int COPY_BYTES = 64 << 10;

  public long positionAt(int offset) {
    return header.basePosition() + offset - SegmentHeader.BYTES;
  }

  public int bytes() {
    return header.segmentBytes();
  }

  /** Writes zeros from {@code from} to {@code to}; they are not forced. */
  void zero(int from, int to) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(COPY_BYTES);
    for (int offset = from; offset < to; offset += zeros.limit()) {
      zeros.clear().limit(Math.min(COPY_BYTES, to - offset));
      file.writeFully(zeros, offset);
    }
  }

  /** Writes the bytes from {@code from} to {@code to} again as they are; they are not forced. */
  void rewrite(int from, int to) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(COPY_BYTES);
    for (int offset = from; offset < to; offset += bytes.limit()) {
      file.readFully(bytes.clear().limit(Math.min(COPY_BYTES, to - offset)), offset);
      file.writeFully(bytes.flip(), offset);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
