package io.weir.engine.disk;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One open file. Bytes written are durable after {@link #force()} only; until then a crash may keep
 * any of the sectors written, or none.
 *
 * <p>Runs on: one thread at a time, but for {@link #force()}, which may run beside a {@link #write}.
 */
public interface DiskFile extends Closeable {

  /** Length of the file in bytes. */
  long size() throws IOException;

  /**
   * Reads up to {@code target.remaining()} bytes from {@code offset} on; -1 at the end of the file.
   */
  int read(ByteBuffer target, long offset) throws IOException;

  /**
   * Writes some or all of {@code source} at {@code offset} and answers how many bytes; grows the
   * file if needed.
   */
  int write(ByteBuffer source, long offset) throws IOException;

  /**
   * Makes all bytes that were written before the call, and the length, durable. After a failure
   * nothing is known about them.
   */
  void force() throws IOException;

  /**
   * Fills {@code target}.
   *
   * @throws EOFException when the file ends before that
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
   * Writes all of {@code source}; a disk that takes nothing more is a failure, not a reason to
   * spin.
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
