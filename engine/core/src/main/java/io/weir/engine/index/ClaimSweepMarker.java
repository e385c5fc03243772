package io.weir.engine.index;

import org.jspecify.annotations.Nullable;

/**
 * The marker that a sweep of a unique index's claims is due, because entities of a shard were
 * removed without their claims. The claims may be in any shard.
 *
 * <p>A sweep first notes that it has begun. A later removal makes it due again, so the sweep that
 * ends then keeps the marker.
 */
public final class ClaimSweepMarker {

  private static final byte KIND = 5;
  private static final byte DUE = 1;
  private static final byte BEGUN = 2;

  private ClaimSweepMarker() {}

  /** Returns the key of the marker in a partition group. */
  public static byte[] key(int indexId, int group) {
    return IndexKeys.marker(indexId, KIND, group);
  }

  /** Returns the value of a sweep that is due. */
  public static byte[] due() {
    return new byte[] {DUE};
  }

  /** Returns the value of a sweep that has begun and visits every claim. */
  public static byte[] begun() {
    return new byte[] {BEGUN};
  }

  /** Whether a value is that of {@link #due}. */
  public static boolean isDue(byte @Nullable [] value) {
    return value != null && value[0] == DUE;
  }
}
