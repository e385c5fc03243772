package io.weir.engine.tree;

import io.weir.engine.page.Page;
import java.util.Arrays;

/**
 * Leaves and the fences before them, before they are cut into nodes.
 *
 * <p>Runs on: the writer's thread.
 */
final class LeafRun {

  private final FenceRun fences;
  private long[] ids;
  private long[] addresses;
  private int size;

  LeafRun(int capacity) {
    fences = new FenceRun(capacity);
    ids = new long[capacity];
    addresses = new long[capacity];
  }

  int size() {
    return size;
  }

  long lastId() {
    return ids[size - 1];
  }

  long lastAddress() {
    return addresses[size - 1];
  }

  Fences lastFenceSource() {
    return fences.source(size - 1);
  }

  int lastFencePosition() {
    return fences.position(size - 1);
  }

  void add(Page page, Fences fenceSource, int fencePosition) {
    ensure(size + 1);
    ids[size] = page.id();
    addresses[size] = page.address();
    fences.add(fenceSource, fencePosition);
    size++;
  }

  /**
   * Adds a node's leaves from one up to another, which is not included, and the fences before them.
   */
  void addAll(LeafBranch source, int from, int to) {
    ensure(size + to - from);
    source.copyTo(from, to, ids, addresses, size);
    fences.addBefore(source.fences(), from, to);
    size += to - from;
  }

  private void ensure(int capacity) {
    if (capacity > ids.length) {
      ids = Arrays.copyOf(ids, 2 * capacity);
      addresses = Arrays.copyOf(addresses, 2 * capacity);
    }
  }

  void removeLast() {
    size--;
    fences.removeLast();
  }

  /** All leaves in one node; the fences are shared with a node that has the same. */
  LeafBranch toNode(Fences like) {
    return node(0, size, fences.isExactly(like) ? like : fences.pack(0, size));
  }

  private LeafBranch node(int from, int to, Fences between) {
    return new LeafBranch(
        between, Arrays.copyOfRange(ids, from, to), Arrays.copyOfRange(addresses, from, to));
  }

  /** All leaves in as many nodes as they need. */
  Nodes toNodes(LeafBranch source, int fanout, NodeCut cut) {
    boolean shrunk = size < source.count();
    if (size <= fanout && size > 0) {
      return Nodes.one(toNode(source.fences()), shrunk);
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
