package io.weir.engine.tree;

import java.util.Arrays;

/**
 * Nodes and the fences before them, before they are cut into nodes of the level above.
 *
 * <p>Runs on: the writer's thread.
 */
final class BranchRun {

  private final FenceRun fences;
  private Branch[] children;
  private int size;

  BranchRun(int capacity) {
    fences = new FenceRun(capacity);
    children = new Branch[capacity];
  }

  int size() {
    return size;
  }

  Branch last() {
    return children[size - 1];
  }

  void replaceLast(Branch child) {
    children[size - 1] = child;
  }

  void add(Branch child, Fences fenceSource, int fencePosition) {
    ensure(size + 1);
    children[size++] = child;
    fences.add(fenceSource, fencePosition);
  }

  /**
   * Adds a node's children from one up to another, which is not included, and the fences before
   * them.
   */
  void addAll(InnerBranch source, int from, int to) {
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

  /** All children in one node; the fences are shared with a node that has the same. */
  InnerBranch toNode(Fences like) {
    return node(0, size, fences.isExactly(like) ? like : fences.pack(0, size));
  }

  private InnerBranch node(int from, int to, Fences between) {
    return new InnerBranch(between, Arrays.copyOfRange(children, from, to));
  }

  /** All children in as many nodes as they need. */
  Nodes toNodes(Fences like, int childrenBefore, int fanout, NodeCut cut) {
    boolean shrunk = size < childrenBefore;
    if (size <= fanout && size > 0) {
      return Nodes.one(toNode(like), shrunk);
    }
    var nodes = new Branch[NodeCut.pieces(size, fanout)];
    var between = new FenceRun(nodes.length);
    int from = 0;
    for (int i = 0; i < nodes.length; i++) {
      int to = cut.end(from, size, fanout);
      nodes[i] = node(from, to, fences.pack(from, to));
      between.add(fences.source(from), fences.position(from));
      from = to;
    }
    return new Nodes(nodes, between, shrunk);
  }
}
