package io.weir.engine.log;

import java.nio.ByteBuffer;

/**
 * The content of one record, as its owner hands it to the log.
 *
 * <p>The log thread calls both methods, any number of times, until the completion of the payload's batch is called. The
 * owner changes nothing that they read meanwhile. The payload is written straight into the log's buffer, so that no
 * record is encoded into an array of its own first.
 */
public interface LogPayload {

  /** Returns the length in bytes, at least 1; always the same. */
  int lengthBytes();

  /** Writes exactly {@link #lengthBytes} bytes at the target's position, and leaves the position after them. */
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
