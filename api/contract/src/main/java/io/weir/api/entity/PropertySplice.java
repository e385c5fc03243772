package io.weir.api.entity;

import java.util.Arrays;

/**
 * Puts an entity together from properties of others, which were checked when those were made, copying them as they are.
 *
 * <p>Belongs to one thread; made for one entity.
 */
final class PropertySplice {

  /** Most that a property counts for beside twice its encoded length: see {@link EntitySize}. */
  private static final int OVERHEAD = 16;

  private final byte[] bytes;
  private int length;
  private int properties;

  /** Begins with the key of an entity; everything together is no longer than {@code mostBytes}. */
  PropertySplice(Entity keyOf, int mostBytes) {
    bytes = new byte[mostBytes];
    length = Entity.KEY_AT + keyOf.keyLengthBytes() + Entity.TIMESTAMP_BYTES;
    System.arraycopy(keyOf.encoded(), 0, bytes, 0, length);
  }

  /** Adds the property that the cursor stands on. */
  void add(PropertyCursor source) {
    var count = source.endOffset() - source.startOffset();
    System.arraycopy(source.bytes(), source.startOffset(), bytes, length, count);
    length += count;
    properties++;
  }

  /**
   * Whether the limits of {@link Limits} hold by a bound that is cheap to know. An entity's size counts text in units of two bytes;
   * its encoded form has a byte or more for each unit, so twice its length and something for each property is more.
   */
  boolean isSurelyWithinLimits() {
    return properties <= Limits.PROPERTIES
        && 2 * length + OVERHEAD * properties <= Limits.ENTITY_BYTES;
  }

  /** The entity, as the version of these ticks. */
  Entity toEntity(long ticks) {
    var whole = Arrays.copyOf(bytes, length);
    BigEndian.putInt64(whole, Entity.KEY_AT + BigEndian.int32(whole, 0), ticks);
    return Entity.ofTrusted(whole);
  }
}
