package io.weir.engine.tree.node;

import io.weir.engine.page.FirstUse;

/**
 * A node of the lowest level: ids and addresses of leaf pages.
 *
 * <p>Any thread; immutable, except for the marks of {@link LeafAddress}. The address lets a reader
 * reach the page without the store; the writer frees pages by their ids.
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
   * Returns the address at which a page can be read.
   *
   * @throws io.weir.engine.page.PageDamaged if the page has changed; see {@link LeafAddress}
   */
  public long address(int child) {
    return LeafAddress.use(addresses, ids, child, firstUse);
  }

  /**
   * Returns the address at which a page in memory can be read; 0 if the page may have to be read
   * from the disk first.
   *
   * @throws io.weir.engine.page.PageDamaged if the page has changed
   */
  public long residentAddress(int child) {
    return LeafAddress.resident(addresses, ids, child, firstUse);
  }

  /**
   * Returns the address for a reader that passes once over all pages. The page does not count as
   * used.
   *
   * @throws io.weir.engine.page.PageDamaged if the page has changed
   */
  public long passingAddress(int child) {
    return LeafAddress.passing(addresses, ids, child, firstUse);
  }

  /** Whether a page may have to be read from the disk. */
  public boolean isCold(int child) {
    return LeafAddress.isCold(addresses[child]);
  }

  /**
   * Makes a cold page warm that was read just now. It is still verified before its first use, if it
   * must be.
   */
  public void markRead(int child) {
    LeafAddress.markRead(addresses, child);
  }

  /** Makes a verified page cold. */
  public void markCold(int child) {
    LeafAddress.markCold(addresses, child);
  }

  /**
   * Makes a page cool if it was used since the last call, otherwise cold. Returns whether it has
   * become cold.
   */
  public boolean cool(int child) {
    return LeafAddress.cool(addresses, child);
  }

  /** Returns where a page lies, even if it is not verified. Only its header may be read there. */
  public long place(int child) {
    return LeafAddress.place(addresses[child]);
  }

  /** Returns the verifier of the marked pages. */
  FirstUse firstUse() {
    return firstUse;
  }

  /** Copies ids and addresses, including the marks. */
  void copyTo(int from, int to, long[] targetIds, long[] targetAddresses, int at) {
    System.arraycopy(ids, from, targetIds, at, to - from);
    System.arraycopy(addresses, from, targetAddresses, at, to - from);
  }

  @Override
  public int heapBytes() {
    return 32 + 2 * (16 + ids.length * Long.BYTES) + fences().heapBytes();
  }
}
