package io.weir.engine.checkpoint;

import io.weir.engine.page.extent.PersistedPage;

/**
 * A leaf of the tree as a checkpoint recorded it.
 *
 * <p>A class rather than a record, because it holds an array. Callers must not write to the array.
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

  /**
   * Returns the fence: greater than every key before this leaf, not greater than any key in it;
   * empty for the first leaf.
   */
  public byte[] fence() {
    return fence;
  }

  /** Returns the number of levels on which a node begins with this leaf. */
  public int begins() {
    return begins;
  }

  /** Returns the page that holds the leaf's entries. */
  public PersistedPage page() {
    return page;
  }
}
