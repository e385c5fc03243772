package io.weir.engine.log;

import java.nio.ByteBuffer;

/**
 * The content of one record, as its owner hands it to the log.
 *
 * <p>Runs on: the thread that offers the batch, and the log thread after it. Either may call both
 * methods any number of times until the completion of the batch is called; the owner changes
 * nothing that they read meanwhile. The log thread writes the payload straight into its buffer, so
 * that no record needs an array of its own.
 */
public interface LogPayload {

  /** Returns the length in bytes, at least 1; always the same. */
  int lengthBytes();

  /**
   * Writes exactly {@link #lengthBytes} bytes at the target's position, and leaves the position
   * after them.
   */
  void writeTo(ByteBuffer target);

  /** Returns a payload of the bytes from a buffer's position to its limit; neither is changed. */
  static LogPayload of(ByteBuffer bytes) {
    return new LogPayload() {
      @Override
      public int lengthBytes() {
        return bytes.remaining();
      }

      @Override
      public void writeTo(ByteBuffer target) {
        target.put(bytes.duplicate());
      }
    };
  }
}
