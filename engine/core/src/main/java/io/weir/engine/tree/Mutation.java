package io.weir.engine.tree;

import org.jspecify.annotations.Nullable;

/**
 * A write to one key: puts a value, or removes the entry.
 *
 * <p>Any thread; immutable while no caller writes to the arrays, which are not copied.
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

  /** Returns the value to put, or null if the entry is removed. */
  public byte @Nullable [] value() {
    return value;
  }

  public boolean isRemoval() {
    return value == null;
  }
}
