package io.weir.engine.tree.node;

/**
 * The result of editing a node: zero, one or several nodes of the same height, and the fences
 * before them.
 *
 * <p>Runs on: the writer's thread; immutable.
 */
public final class Nodes {

  private static final FenceRun NOTHING_BEFORE = new FenceRun(Fences.NONE);

  private final Branch[] nodes;
  private final FenceRun fences;
  private final boolean shrunk;

  private Nodes(Branch[] nodes, FenceRun fences, boolean shrunk) {
    this.nodes = nodes;
    this.fences = fences;
    this.shrunk = shrunk;
  }

  /** Makes a node of the children from {@code from}, inclusive, to {@code to}, exclusive. */
  interface Maker {
    Branch make(int from, int to);
  }

  public static Nodes one(Branch node, boolean shrunk) {
    return new Nodes(new Branch[] {node}, NOTHING_BEFORE, shrunk);
  }

  /**
   * Cuts a run of children into nodes.
   *
   * @param countBefore number of children before the edit
   * @param fences before the children
   */
  static Nodes cut(
      int count, int countBefore, int fanout, NodeCut cut, FenceRun fences, Maker maker) {
    boolean shrunk = count < countBefore;
    if (count > 0 && count <= fanout) {
      return one(maker.make(0, count), shrunk);
    }
    var nodes = new Branch[NodeCut.pieces(count, fanout)];
    var between = new FenceRun(Fences.NONE);
    int from = 0;
    for (int i = 0; i < nodes.length; i++) {
      int to = cut.end(from, count, fanout);
      nodes[i] = maker.make(from, to);
      between.add(fences.source(from), fences.position(from));
      from = to;
    }
    return new Nodes(nodes, between, shrunk);
  }

  /** Returns the root above these nodes, of which there may be none. */
  public Branch root(int fanout) {
    Nodes level = this;
    while (level.count() > 1) {
      level = new BranchRun(level).toNodes(0, fanout, NodeCut.EVEN);
    }
    Branch root = level.count() == 0 ? LeafBranch.EMPTY : level.node(0);
    while (root instanceof InnerBranch inner && inner.count() == 1) {
      root = inner.child(0);
    }
    return root;
  }

  public int count() {
    return nodes.length;
  }

  public Branch node(int position) {
    return nodes[position];
  }

  /**
   * Returns the fence before each node if there are several; the fence before the first has no
   * meaning.
   */
  public FenceRun fences() {
    return fences;
  }

  /**
   * Returns whether there are fewer children than before, so that neighbours may now fit one node.
   */
  public boolean shrunk() {
    return shrunk;
  }
}
