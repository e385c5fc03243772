package io.weir.engine.backup;

import java.util.Arrays;

/**
 * A leaf of a shard's tree in a backup. Immutable; callers must not write to the array.
 *
 * <p>Two leaves with the same fence and the same {@link Sums} have the same entries: the checksums
 * are of two polynomials, 64 bits together.
 */
final class BackedUpLeaf {

  /**
   * What a leaf's entries are compared by.
   *
   * @param bytes length of the block
   * @param crc32c CRC-32C of the block (RFC 3720, appendix B.4)
   * @param crc32 CRC-32 of the block (ISO 3309)
   */
  record Sums(int bytes, int crc32c, int crc32) {}

  /**
   * Where the block is.
   *
   * @param chunk number of the file
   * @param offset where in it the block begins
   */
  record Place(int chunk, int offset) {}

  private final byte[] fence;
  private final Sums sums;
  private final Place place;

  BackedUpLeaf(byte[] fence, Sums sums, Place place) {
    this.fence = fence;
    this.sums = sums;
    this.place = place;
  }

  /** Returns the fence: above every key before this leaf, not above any in it. */
  byte[] fence() {
    return fence;
  }

  Sums sums() {
    return sums;
  }

  Place place() {
    return place;
  }

  BackedUpLeaf at(Place other) {
    return new BackedUpLeaf(fence, sums, other);
  }

  boolean holds(byte[] otherFence, Sums others) {
    return sums.equals(others) && Arrays.equals(fence, otherFence);
  }
}
