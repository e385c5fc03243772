package io.weir.engine.tree.node;

/**
 * A node above the leaves.
 *
 * <p>Any thread; immutable. A {@link LeafBranch} is above leaf pages, an {@link InnerBranch} above
 * other nodes. All leaves have the same depth.
 */
public abstract sealed class Branch permits LeafBranch, InnerBranch {

  private final Fences fences;

  Branch(Fences fences) {
    this.fences = fences;
  }

  public final Fences fences() {
    return fences;
  }

  /** Number of children. */
  public abstract int count();

  /** Levels of nodes from here to above the leaves; 1 for a {@link LeafBranch}. */
  public abstract int height();

  /** Bytes of heap that this node takes, about, without its children. */
  public abstract int heapBytes();
}
