package io.weir.engine.tree.node;

import java.util.Arrays;

/**
 * Nodes and the fences before them, collected before they are cut into nodes of the level above.
 *
 * <p>Runs on: the writer's thread; used up by {@link #toNode} or {@link #toNodes}.
 */
public final class BranchRun {

  private final FenceRun fences;
  private Branch[] children;
  private int size;

  /** Creates an empty run that is likely to become similar to a node. */
  public BranchRun(InnerBranch like) {
    fences = new FenceRun(like.fences());
    children = new Branch[like.count()];
  }

  /** Creates an empty run. */
  public BranchRun() {
    fences = new FenceRun(Fences.NONE);
    children = new Branch[4];
  }

  /** Creates a run of nodes that have no node above them. */
  public BranchRun(Nodes nodes) {
    fences = new FenceRun(Fences.NONE);
    children = new Branch[nodes.count()];
    for (int i = 0; i < nodes.count(); i++) {
      add(nodes.node(i), nodes.fences().source(i), nodes.fences().position(i));
    }
  }

  public int size() {
    return size;
  }

  public Branch last() {
    return children[size - 1];
  }

  public void replaceLast(Branch child) {
    children[size - 1] = child;
  }

  public void add(Branch child, Fences fenceSource, int fencePosition) {
    ensure(size + 1);
    children[size] = child;
    fences.add(fenceSource, fencePosition);
    size++;
  }

  /**
   * Adds a node's children from {@code from}, inclusive, to {@code to}, exclusive, and the fences
   * before them.
   */
  public void addAll(InnerBranch source, int from, int to) {
    ensure(size + to - from);
    source.copyTo(from, to, children, size);
    fences.addBefore(source.fences(), from, to);
    size += to - from;
  }

  private void ensure(int capacity) {
    if (capacity > children.length) {
      children = Arrays.copyOf(children, 2 * capacity);
    }
  }

  /** Returns all children in one node. */
  public InnerBranch toNode() {
    return toNode(0, size);
  }

  private InnerBranch toNode(int from, int to) {
    boolean whole = from == 0 && to == children.length;
    return new InnerBranch(
        fences.pack(from, to), whole ? children : Arrays.copyOfRange(children, from, to));
  }

  /** Returns all children in as many nodes as they need. */
  public Nodes toNodes(int countBefore, int fanout, NodeCut cut) {
    return Nodes.cut(size, countBefore, fanout, cut, fences, this::toNode);
  }
}
