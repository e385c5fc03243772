package io.weir.engine.index;

import io.weir.api.edm.EdmType;
import io.weir.api.entity.PropertyCursor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A test of stored forms against one present. It reads the bytes where they lie and allocates
 * nothing.
 *
 * <p>A stored form is the Timestamp in eight bytes, followed by the encoded properties. Belongs to
 * one thread.
 */
public final class ExpiryCheck {

  private static final int TIMESTAMP_BYTES = Long.BYTES;
  private static final VarHandle INT64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final byte[] NOTHING = {};

  private final byte @Nullable [] property;
  private final long ageTicks;
  private final long presentTicks;
  private final PropertyCursor cursor = new PropertyCursor(NOTHING, 0, 0);

  ExpiryCheck(byte @Nullable [] property, long ageTicks, long presentTicks) {
    this.property = property;
    this.ageTicks = ageTicks;
    this.presentTicks = presentTicks;
  }

  /** Returns how many of the first bytes of a stored form of this length the test reads. */
  public int bytesNeeded(int length) {
    return property == null ? TIMESTAMP_BYTES : length;
  }

  /** Whether the stored form that fills the array is expired. */
  public boolean isExpired(byte[] stored) {
    return isExpired(stored, 0, stored.length);
  }

  /** Whether the stored form in {@code bytes[from, to)} is expired. */
  public boolean isExpired(byte[] bytes, int from, int to) {
    if (property == null) {
      return (long) INT64.get(bytes, from) + ageTicks <= presentTicks;
    }
    cursor.reset(bytes, from + TIMESTAMP_BYTES, to);
    return cursor.seek(property)
        && cursor.type() == EdmType.DATE_TIME
        && cursor.int64() <= presentTicks;
  }
}
