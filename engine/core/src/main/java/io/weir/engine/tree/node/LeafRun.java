package io.weir.engine.tree.node;

import io.weir.engine.page.FirstUse;
import io.weir.engine.page.PageHandle;
import java.util.Arrays;

/**
 * Leaves and the fences before them, collected before they are cut into nodes.
 *
 * <p>Runs on: the writer's thread; used up by {@link #toNode} or {@link #toNodes}.
 */
public final class LeafRun {

  private final FenceRun fences;
  private long[] ids;
  private long[] addresses;
  private FirstUse firstUse;
  private int size;

  /**
   * Creates an empty run that is likely to become similar to a node, and whose pages are verified
   * as those of the node.
   */
  public LeafRun(LeafBranch like) {
    this(like, like.firstUse());
  }

  /** Creates an empty run of pages that a verifier knows. */
  public LeafRun(LeafBranch like, FirstUse verifier) {
    fences = new FenceRun(like.fences());
    ids = new long[like.count()];
    addresses = new long[like.count()];
    firstUse = verifier == FirstUse.NONE ? like.firstUse() : verifier;
  }

  public int size() {
    return size;
  }

  public long lastId() {
    return ids[size - 1];
  }

  public long lastAddress() {
    return LeafAddress.use(addresses, ids, size - 1, firstUse);
  }

  /** Returns the same address if the page is in memory, otherwise 0. */
  public long lastResidentAddress() {
    return LeafAddress.resident(addresses, ids, size - 1, firstUse);
  }

  /** Returns where the last page lies. Only its header may be read there. */
  public long lastPlace() {
    return LeafAddress.place(addresses[size - 1]);
  }

  public Fences lastFenceSource() {
    return fences.source(size - 1);
  }

  public int lastFencePosition() {
    return fences.position(size - 1);
  }

  public void add(PageHandle page, Fences fenceSource, int fencePosition) {
    add(page.id(), page.address(), fenceSource, fencePosition);
  }

  /** Adds a page that must be verified before its first use. */
  public void addUnverified(
      PageHandle page, FirstUse verifier, Fences fenceSource, int fencePosition) {
    firstUse = verifier;
    add(page.id(), LeafAddress.unverified(page.address()), fenceSource, fencePosition);
  }

  private void add(long id, long address, Fences fenceSource, int fencePosition) {
    ensure(size + 1);
    ids[size] = id;
    addresses[size] = address;
    fences.add(fenceSource, fencePosition);
    size++;
  }

  /**
   * Adds a node's leaves from {@code from}, inclusive, to {@code to}, exclusive, and the fences
   * before them.
   */
  public void addAll(LeafBranch source, int from, int to) {
    ensure(size + to - from);
    if (source.firstUse() != FirstUse.NONE) {
      firstUse = source.firstUse(); // all nodes of a tree that have a verifier have the same one
    }
    source.copyTo(from, to, ids, addresses, size);
    fences.addBefore(source.fences(), from, to);
    size += to - from;
  }

  /** Adds the first leaf of a node, as it is, after another fence. */
  public void addFirst(LeafBranch source, Fences fenceSource, int fencePosition) {
    ensure(size + 1);
    source.copyTo(0, 1, ids, addresses, size);
    fences.add(fenceSource, fencePosition);
    size++;
  }

  private void ensure(int capacity) {
    if (capacity > ids.length) {
      ids = Arrays.copyOf(ids, 2 * capacity);
      addresses = Arrays.copyOf(addresses, 2 * capacity);
    }
  }

  public void removeLast() {
    size--;
    fences.removeLast();
  }

  /** Returns all leaves in one node. */
  public LeafBranch toNode() {
    return toNode(0, size);
  }

  private LeafBranch toNode(int from, int to) {
    boolean whole = from == 0 && to == ids.length;
    return new LeafBranch(
        fences.pack(from, to),
        whole ? ids : Arrays.copyOfRange(ids, from, to),
        whole ? addresses : Arrays.copyOfRange(addresses, from, to),
        firstUse);
  }

  /** Returns all leaves in as many nodes as they need. */
  public Nodes toNodes(int countBefore, int fanout, NodeCut cut) {
    return Nodes.cut(size, countBefore, fanout, cut, fences, this::toNode);
  }
}
