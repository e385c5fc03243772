package io.weir.engine.tree.node;

import io.weir.engine.page.FirstUse;

/**
 * Addresses of leaf pages as nodes keep them: with a mark, the sign bit, on those of pages that nobody has verified yet.
 *
 * <p>{@link #use} is the only way to an address under which something may be read. It costs one comparison more than reading the
 * array.
 *
 * <p>Any thread. Threads race without harm: each that finds the mark verifies the page for itself, then stores the address without
 * the mark. A thread reads the one or the other, whatever the order, and also where a machine would read a {@code long} in two halves:
 * the two values differ in one bit. Both are right, for the mark says "verify first" and the page, which is never changed, stays sound
 * once it was found to be. Nothing else is handed from one thread to the next by this store, so it needs no order. A node that is built
 * meanwhile may copy the mark; then the page is verified once more.
 */
final class LeafAddress {

  private static final long UNVERIFIED = Long.MIN_VALUE;

  private LeafAddress() {}

  /** The address of a page that is to be verified before its first use. */
  static long unverified(long address) {
    return address | UNVERIFIED;
  }

  /** Where a page lies, verified or not: a name, under which nothing may be read but its header. */
  static long place(long address) {
    return address & ~UNVERIFIED;
  }

  /**
   * The address of a page that is verified.
   *
   * @throws io.weir.engine.page.PageDamaged when it cannot be; the mark stays, so the next user finds out, too
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
