package io.weir.engine.command;

import io.weir.engine.index.Claim;
import io.weir.engine.index.PartitionGroups;

/** A claim with its key in the clustered index. */
public final class KeyedClaim {

  private final Claim claim;
  private final byte[] key;

  /** Finds the key of a claim. */
  public KeyedClaim(Claim claim, PartitionGroups groups) {
    this.claim = claim;
    this.key = claim.key(groups);
  }

  public Claim claim() {
    return claim;
  }

  public byte[] key() {
    return key;
  }
}
