package io.weir.engine.tree;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of one key: a value is put, or its entry is removed.
 *
 * <p>Any thread; immutable as long as nobody writes to the arrays, which are not copied.
 */
public final class Mutation {

  private final byte[] key;
  private final byte @Nullable [] value;

  Mutation(byte[] key, byte @Nullable [] value) {
    this.key = key;
    this.value = value;
  }

  public byte[] key() {
    return key;
  }

  /** The value to put, or null when the entry is removed. */
  public byte @Nullable [] value() {
    return value;
  }

  public boolean isRemoval() {
    return value == null;
  }
}
