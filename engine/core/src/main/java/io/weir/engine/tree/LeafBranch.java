package io.weir.engine.tree;

/**
 * A node of the lowest level: ids and addresses of leaf pages.
 *
 * <p>Any thread; immutable. The address lets a reader go to the page without asking the store; the
 * id is for the writer, who frees pages by it.
 */
final class LeafBranch extends Branch {

  static final LeafBranch EMPTY = new LeafBranch(Fences.NONE, new long[0], new long[0]);

  private final long[] ids;
  private final long[] addresses;

  /** Takes ownership of the arrays. */
  LeafBranch(Fences fences, long[] ids, long[] addresses) {
    super(fences);
    assert ids.length == addresses.length && fences.count() == Math.max(0, ids.length - 1)
        : "fences do not fit";
    this.ids = ids;
    this.addresses = addresses;
  }

  @Override
  int count() {
    return ids.length;
  }

  @Override
  int height() {
    return 1;
  }

  long id(int child) {
    return ids[child];
  }

  long address(int child) {
    return addresses[child];
  }

  void copyTo(int from, int to, long[] targetIds, long[] targetAddresses, int at) {
    System.arraycopy(ids, from, targetIds, at, to - from);
    System.arraycopy(addresses, from, targetAddresses, at, to - from);
  }

  @Override
  int heapBytes() {
    return 24 + 2 * (16 + ids.length * Long.BYTES) + fences().heapBytes();
  }
}
