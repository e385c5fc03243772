package io.weir.engine.index;

/**
 * The marker that a sweep of an index's entries is due in a shard, because a range of entities was
 * removed without their entries.
 *
 * <p>Its value is the last entry that the sweep has visited. A later removal makes the sweep begin
 * again.
 */
public final class EntrySweepMarker {

  private static final byte KIND = 2;

  private EntrySweepMarker() {}

  /** Returns the key of the marker in a partition group. */
  public static byte[] key(int indexId, int group) {
    return IndexKeys.marker(indexId, KIND, group);
  }

  /** Returns the value of a sweep that has visited nothing. */
  public static byte[] begin() {
    return new byte[0];
  }
}
