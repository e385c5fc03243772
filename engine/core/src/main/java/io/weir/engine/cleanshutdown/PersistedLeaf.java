package io.weir.engine.cleanshutdown;

import io.weir.engine.page.extent.PersistedPage;

/**
 * A leaf as an orderly stop left it.
 *
 * <p>A class and not a record, because it holds an array: nobody may write to it.
 */
public final class PersistedLeaf {

  private final byte[] fence;
  private final int begins;
  private final PersistedPage page;

  public PersistedLeaf(byte[] fence, int begins, PersistedPage page) {
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
  public PersistedPage page() {
    return page;
  }
}
