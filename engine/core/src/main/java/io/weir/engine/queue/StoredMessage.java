package io.weir.engine.queue;

import io.weir.api.queue.MessageText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The text of a message, and the moments that never change.
 *
 * <pre>
 * offset  bytes  meaning; all numbers are big-endian
 * 0       8      inserted at, in ticks
 * 8       8      expires at, in ticks
 * 16      ..     text in UTF-8
 * </pre>
 */
record StoredMessage(long insertedAt, long expiresAt, String text) {

  static final int HEAD_BYTES = 16;

  static StoredMessage of(byte[] value) {
    var bytes = ByteBuffer.wrap(value);
    return new StoredMessage(
        bytes.getLong(),
        bytes.getLong(),
        new String(value, HEAD_BYTES, value.length - HEAD_BYTES, StandardCharsets.UTF_8));
  }

  /** Returns when the message of a value expires, in ticks. */
  static long expiresAt(byte[] value) {
    return ByteBuffer.wrap(value).getLong(Long.BYTES);
  }

  /** Returns the value with another text. */
  static byte[] replaced(byte[] value, MessageText text) {
    var bytes = ByteBuffer.wrap(value);
    return new StoredMessage(bytes.getLong(), bytes.getLong(), text.value()).value();
  }

  byte[] value() {
    var utf8 = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(HEAD_BYTES + utf8.length)
        .putLong(insertedAt)
        .putLong(expiresAt)
        .put(utf8)
        .array();
  }
}
