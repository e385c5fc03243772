package io.weir.engine.tree.node;

/**
 * A node above other nodes.
 *
 * <p>Any thread; immutable.
 */
public final class InnerBranch extends Branch {

  private final Branch[] children;
  private final int height;

  /** Takes ownership of the array, which must not be empty. */
  InnerBranch(Fences fences, Branch[] children) {
    super(fences);
    assert fences.count() == children.length - 1 : "fences do not fit";
    this.children = children;
    this.height = children[0].height() + 1;
  }

  @Override
  public int count() {
    return children.length;
  }

  @Override
  public int height() {
    return height;
  }

  public Branch child(int child) {
    return children[child];
  }

  void copyTo(int from, int to, Branch[] target, int at) {
    System.arraycopy(children, from, target, at, to - from);
  }

  @Override
  public int heapBytes() {
    return 24 + 16 + children.length * Integer.BYTES + fences().heapBytes();
  }
}
