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

  /** Returns the number of children. */
  public abstract int count();

  /** Returns the levels of nodes from this one down to the lowest; 1 for a {@link LeafBranch}. */
  public abstract int height();

  /** Returns the approximate bytes of heap that this node takes, without its children. */
  public abstract int heapBytes();
}
