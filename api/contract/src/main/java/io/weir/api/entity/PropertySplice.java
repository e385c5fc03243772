package io.weir.api.entity;

import java.util.Arrays;

/**
 * An entity under construction from properties of other entities. It copies the properties without
 * checks, because they were checked when those entities were built.
 *
 * <p>Belongs to one thread; each instance builds one entity.
 */
final class PropertySplice {

  /**
   * The most that a property counts in addition to twice its encoded length: see
   * {@link EntitySize}.
   */
  private static final int OVERHEAD = 16;

  private final byte[] bytes;
  private int length;
  private int properties;

  /** Begins with the key of an entity. The finished entity has at most {@code mostBytes} bytes. */
  PropertySplice(Entity keyOf, int mostBytes) {
    bytes = new byte[mostBytes];
    length = Entity.KEY_AT + keyOf.keyLengthBytes() + Entity.TIMESTAMP_BYTES;
    System.arraycopy(keyOf.encoded(), 0, bytes, 0, length);
  }

  /** Adds the property at which the cursor stands. */
  void add(PropertyCursor source) {
    var count = source.endOffset() - source.startOffset();
    System.arraycopy(source.bytes(), source.startOffset(), bytes, length, count);
    length += count;
    properties++;
  }

  /**
   * Whether a cheap upper bound proves that the {@link Limits} hold. The size of an entity counts
   * two bytes for each unit of text. The encoded form has at least one byte for each unit. Twice
   * the encoded length, plus a constant for each property, is therefore an upper bound.
   */
  boolean isSurelyWithinLimits() {
    return properties <= Limits.PROPERTIES
        && 2 * length + OVERHEAD * properties <= Limits.ENTITY_BYTES;
  }

  /** Returns the entity as the version with this Timestamp. */
  Entity toEntity(long ticks) {
    var whole = Arrays.copyOf(bytes, length);
    BigEndian.putInt64(whole, Entity.KEY_AT + BigEndian.int32(whole, 0), ticks);
    return Entity.ofTrusted(whole);
  }
}
