package io.weir.engine.index;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The values of an entity in a unique index, by their hash. Two claims are equal exactly when index
 * and values are. Immutable.
 *
 * <p>The layout of a claim in the clustered index stands in the package documentation.
 */
public final class Claim {

  static final int HASH_BYTES = 32;

  private final int indexId;
  private final byte[] hash;

  Claim(int indexId, byte[] hash) {
    this.indexId = indexId;
    this.hash = hash;
  }

  /** Returns the claim with a key that was read from a tree. */
  public static Claim ofKey(byte[] key) {
    var from = TreeKeys.TABLE_BYTES + 2;
    return new Claim(TreeKeys.tableOf(key), Arrays.copyOfRange(key, from, from + HASH_BYTES));
  }

  /**
   * Returns the key in the clustered index. The hash decides the shard, so the claims of an index
   * are spread evenly.
   */
  public byte[] key(PartitionGroups groups) {
    var group = Integer.remainderUnsigned(ByteBuffer.wrap(hash).getInt(), groups.count());
    return IndexKeys.claim(indexId, hash, group);
  }

  /** Returns the id of the index. */
  public int indexId() {
    return indexId;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Claim claim
        && indexId == claim.indexId
        && Arrays.equals(hash, claim.hash);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hash);
  }

  @Override
  public String toString() {
    return indexId + ":" + HexFormat.of().formatHex(hash);
  }
}
