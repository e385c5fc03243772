package io.weir.engine.index;

/**
 * Maps partitions to a fixed number of groups by a hash of table id and PartitionKey.
 *
 * <p>The number of groups and the hash are part of a store's format. They never change during its
 * life.
 *
 * @param count number of groups, 1 to {@link #MAX}
 */
public record PartitionGroups(int count) {

  /** The largest number of groups of a store. */
  public static final int MAX = 256;

  public PartitionGroups {
    if (count < 1 || count > MAX) {
      throw new IllegalArgumentException(
          "A store has 1 to " + MAX + " partition groups. count=" + count);
    }
  }

  /**
   * Returns the group of a key of the clustered index. A key under an index id names its group in
   * its last byte.
   */
  public int ofTreeKey(byte[] key) {
    if (key[0] < 0) {
      return key[key.length - 1] & 0xFF;
    }
    return Integer.remainderUnsigned(mix(hash(key)), count);
  }

  /** Returns a hash of the table and the partition of a key of an entity. */
  public static int hash(byte[] key) {
    var hash = 0;
    var at = 0;
    while (at < TreeKeys.TABLE_BYTES || at < key.length && key[at] != 0) {
      hash = 31 * hash + key[at++];
    }
    return hash;
  }

  /**
   * Finalizer of MurmurHash3 (Austin Appleby, public domain): every bit of the input changes half
   * of the output.
   */
  private static int mix(int hash) {
    hash ^= hash >>> 16;
    hash *= 0x85ebca6b;
    hash ^= hash >>> 13;
    hash *= 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }
}
