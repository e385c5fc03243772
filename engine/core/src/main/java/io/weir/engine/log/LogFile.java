package io.weir.engine.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One open file. Bytes written are durable after {@link #force()} only; until then a crash may keep
 * any of the sectors written, or none.
 *
 * <p>Runs on: one thread at a time.
 */
public interface LogFile extends Closeable {

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
   * Makes all bytes written so far, and the length, durable. After a failure nothing is known about
   * them.
   */
  void force() throws IOException;
}
