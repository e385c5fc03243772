package io.weir.engine.disk;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One open file. Written bytes are durable only after {@link #force()}; until then a crash may keep
 * any of the sectors written, or none.
 *
 * <p>Runs on: one thread at a time, except {@link #force()}, which may run beside a {@link #write}.
 */
public interface DiskFile extends Closeable {

  /** Returns the length of the file in bytes. */
  long size() throws IOException;

  /**
   * Reads up to {@code target.remaining()} bytes from {@code offset} on and returns their number;
   * -1 at the end of the file.
   */
  int read(ByteBuffer target, long offset) throws IOException;

  /**
   * Writes some or all of {@code source} at {@code offset} and returns the number of bytes written;
   * grows the file if needed.
   */
  int write(ByteBuffer source, long offset) throws IOException;

  /**
   * Makes durable the length and all bytes written before the call. After a failure nothing is
   * known about those bytes.
   */
  void force() throws IOException;

  /**
   * Fills {@code target}.
   *
   * @throws EOFException if the file ends before that
   */
  default void readFully(ByteBuffer target, long offset) throws IOException {
    long next = offset;
    while (target.hasRemaining()) {
      int read = read(target, next);
      if (read < 0) {
        throw new EOFException("file ends early offset=" + next + " missing=" + target.remaining());
      }
      next += read;
    }
  }

  /**
   * Writes all of {@code source}. Fails if the disk takes no more bytes, rather than retry without
   * end.
   */
  default void writeFully(ByteBuffer source, long offset) throws IOException {
    long next = offset;
    while (source.hasRemaining()) {
      int written = write(source, next);
      if (written <= 0) {
        throw new IOException(
            "write made no progress offset=" + next + " remaining=" + source.remaining());
      }
      next += written;
    }
  }
}
