package io.weir.engine.tree.node;

import io.weir.engine.page.FirstUse;

/**
 * A node of the lowest level: ids and addresses of leaf pages.
 *
 * <p>Any thread; immutable, but for the marks of {@link LeafAddress}. The address lets a reader go to the page without asking the store; the
 * id is for the writer, who frees pages by it.
 */
public final class LeafBranch extends Branch {

  public static final LeafBranch EMPTY =
      new LeafBranch(Fences.NONE, new long[0], new long[0], FirstUse.NONE);

  private final long[] ids;
  private final long[] addresses;
  private final FirstUse firstUse;

  /** Takes ownership of the arrays. */
  LeafBranch(Fences fences, long[] ids, long[] addresses, FirstUse firstUse) {
    super(fences);
    assert ids.length == addresses.length && fences.count() == Math.max(0, ids.length - 1)
        : "fences do not fit";
    this.ids = ids;
    this.addresses = addresses;
    this.firstUse = firstUse;
  }

  @Override
  public int count() {
    return ids.length;
  }

  @Override
  public int height() {
    return 1;
  }

  public long id(int child) {
    return ids[child];
  }

  /**
   * Where a page can be read.
   *
   * @throws io.weir.engine.page.PageDamaged when it is not as it was left; see {@link LeafAddress}
   */
  public long address(int child) {
    return LeafAddress.use(addresses, ids, child, firstUse);
  }

  /** Where a page lies, also one that is not verified: nothing but its header may be read there. */
  public long place(int child) {
    return LeafAddress.place(addresses[child]);
  }

  /** Verifies the pages that bear the mark. */
  FirstUse firstUse() {
    return firstUse;
  }

  /** Copies ids and addresses, these with their marks. */
  void copyTo(int from, int to, long[] targetIds, long[] targetAddresses, int at) {
    System.arraycopy(ids, from, targetIds, at, to - from);
    System.arraycopy(addresses, from, targetAddresses, at, to - from);
  }

  @Override
  public int heapBytes() {
    return 32 + 2 * (16 + ids.length * Long.BYTES) + fences().heapBytes();
  }
}
