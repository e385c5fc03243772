package io.weir.engine.cleanstop;

import io.weir.engine.page.KeptPage;

/**
 * A leaf as an orderly stop left it.
 *
 * <p>A class and not a record, because it holds an array: nobody may write to it.
 */
public final class KeptLeaf {

  private final byte[] fence;
  private final int begins;
  private final KeptPage page;

  public KeptLeaf(byte[] fence, int begins, KeptPage page) {
    this.fence = fence;
    this.begins = begins;
    this.page = page;
  }

  /** Above every key before this leaf, not above any in it; empty for the first. */
  public byte[] fence() {
    return fence;
  }

  /** Levels of nodes on which a node begins with this leaf. */
  public int begins() {
    return begins;
  }

  /** Where its entries are. */
  public KeptPage page() {
    return page;
  }
}
