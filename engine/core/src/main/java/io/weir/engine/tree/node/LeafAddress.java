package io.weir.engine.tree.node;

import io.weir.engine.page.FirstUse;

/**
 * Addresses of leaf pages as nodes store them: the sign bit marks pages that no thread has verified yet.
 *
 * <p>{@link #use} is the only access to an address from which a page may be read. It costs one comparison more than
 * reading the array.
 *
 * <p>Any thread. Threads race without harm: each that finds the mark verifies the page itself, then stores the
 * address without the mark. A thread reads either value, whatever the order, even on a machine that reads a
 * {@code long} in two halves, because the two values differ in one bit. Both values are right: the mark says "verify
 * first", and a page never changes, so it stays sound once it was found to be. The store publishes nothing else, so
 * it needs no memory order. A node that is built meanwhile may copy the mark; the page is then verified once more.
 */
final class LeafAddress {

  private static final long UNVERIFIED = Long.MIN_VALUE;

  private LeafAddress() {}

  /** Returns the marked address of a page that must be verified before its first use. */
  static long unverified(long address) {
    return address | UNVERIFIED;
  }

  /** Returns where a page lies, verified or not. Only its header may be read there. */
  static long place(long address) {
    return address & ~UNVERIFIED;
  }

  /**
   * Returns the address of a verified page; verifies it first if it is marked.
   *
   * @throws io.weir.engine.page.PageDamaged if the page has changed; the mark stays, so the next caller fails too
   */
  static long use(long[] addresses, long[] ids, int at, FirstUse firstUse) {
    long address = addresses[at];
    return address >= 0 ? address : verify(addresses, ids, at, firstUse);
  }

  private static long verify(long[] addresses, long[] ids, int at, FirstUse firstUse) {
    long address = place(addresses[at]);
    firstUse.verify(ids[at], address);
    addresses[at] = address;
    return address;
  }
}
