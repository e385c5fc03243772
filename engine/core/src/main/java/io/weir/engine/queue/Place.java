package io.weir.engine.queue;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * A message's place in the order of visibility, with everything about it but its text.
 *
 * <pre>
 * offset  bytes  meaning of the value; all numbers are big-endian
 * 0       8      expires at, in ticks
 * 8       4      number of takes
 * 12      8      Timestamp of the command that put the message here
 * </pre>
 *
 * @param visibleAt in ticks
 * @param expiresAt in ticks; {@link #NEVER} if it does not expire
 * @param placedBy Timestamp of the command that put the message here; with the place it is the
 *     receipt
 */
record Place(long visibleAt, UUID id, long expiresAt, int dequeueCount, long placedBy) {

  static final int BYTES = 20;
  static final long NEVER = Long.MAX_VALUE;

  static Place of(byte[] key, byte[] value) {
    var bytes = ByteBuffer.wrap(value);
    return new Place(
        QueueKeys.momentOf(key),
        QueueKeys.idOf(key),
        bytes.getLong(),
        bytes.getInt(),
        bytes.getLong());
  }

  byte[] value() {
    return ByteBuffer.allocate(BYTES)
        .putLong(expiresAt)
        .putInt(dequeueCount)
        .putLong(placedBy)
        .array();
  }

  boolean isExpired(long ticks) {
    return expiresAt <= ticks;
  }

  boolean expires() {
    return expiresAt != NEVER;
  }

  /** Returns the place of the message after a take. */
  Place taken(long newVisibleAt, long ticks) {
    return new Place(newVisibleAt, id, expiresAt, dequeueCount + 1, ticks);
  }

  /** Returns the place of the message after an update. */
  Place moved(long newVisibleAt, long ticks) {
    return new Place(newVisibleAt, id, expiresAt, dequeueCount, ticks);
  }
}
