package io.weir.engine.tree.node;

import io.weir.engine.page.FirstUse;

/**
 * Addresses of leaf pages as nodes store them: the sign bit marks pages that need a second look,
 * two more bits say why.
 *
 * <pre>
 * look  cold  unverified
 *   0     0       0       warm: in use
 *   1     0       0       cooling: in memory, and not used since the hand of {@code CoolingHand} passed
 *   1     1       0       cold: perhaps no longer in memory, and compared with its checksum before its next use
 *   1     1       1       cold, and not yet compared with its checksum: as a start finds it
 *   1     0       1       in memory, and not yet compared with its checksum
 * </pre>
 *
 * <p>{@link #use}, {@link #resident} and {@link #passing} are the only accesses to an address from
 * which a page may be read. For a warm page each costs one comparison more than reading the array,
 * and marking a page as used costs nothing. Pointers that say whether their page is in memory, and
 * pages that cool before they are given up, are those of LeanStore (Leis et al., "LeanStore:
 * In-memory data management beyond main memory", 2018).
 *
 * <p>Any thread. Threads race without harm. Values of one address differ in its marks only, which
 * lie in the upper half of the {@code long}, so a machine that reads it in two halves sees a right
 * one. A lost mark of use cools a page too early. A lost "unverified" was removed by a thread that
 * verified the page, which never changes; one that comes back verifies it once more. No access
 * trusts the marks for anything but the choice of the way. The store publishes nothing else, so it
 * needs no memory order. A node that is built meanwhile may copy an old mark.
 */
final class LeafAddress {

  private static final long LOOK = Long.MIN_VALUE;
  private static final long COLD = 1L << 62;
  private static final long UNVERIFIED = 1L << 61;
  private static final long MARKS = LOOK | COLD | UNVERIFIED;

  private LeafAddress() {}

  /**
   * Returns the marked address of a page of an earlier run: cold, and to be verified before its
   * first use.
   */
  static long unverified(long address) {
    return address | MARKS;
  }

  /** Returns where a page lies, whatever its marks. Only its header may be read there. */
  static long place(long address) {
    return address & ~MARKS;
  }

  static boolean isCold(long address) {
    return (address & COLD) != 0;
  }

  /**
   * Returns the address of a verified page, which is warm from now on. Verifies it first if it is
   * marked. Reading there may wait for the disk.
   *
   * @throws io.weir.engine.page.PageDamaged if the page has changed; the marks stay, so the next
   *     caller fails too
   */
  static long use(long[] addresses, long[] ids, int at, FirstUse firstUse) {
    long address = addresses[at];
    return address >= 0 ? address : warm(addresses, ids, at, firstUse);
  }

  /** Does the same as {@link #use} for a page in memory. Returns 0 for a cold one. */
  static long resident(long[] addresses, long[] ids, int at, FirstUse firstUse) {
    long address = addresses[at];
    return address >= 0 ? address : isCold(address) ? 0 : warm(addresses, ids, at, firstUse);
  }

  private static long warm(long[] addresses, long[] ids, int at, FirstUse firstUse) {
    if (isCold(addresses[at])) {
      ColdEntries.entered();
    }
    long address = verified(addresses[at], ids[at], firstUse);
    addresses[at] = address;
    return address;
  }

  /**
   * Returns the address of a verified page for a reader that passes once over all pages. It stays
   * as warm or cold as it is.
   */
  static long passing(long[] addresses, long[] ids, int at, FirstUse firstUse) {
    long marked = addresses[at];
    long address = verified(marked, ids[at], firstUse);
    if ((marked & UNVERIFIED) != 0) {
      addresses[at] = marked & ~UNVERIFIED;
    }
    return address;
  }

  private static long verified(long marked, long id, FirstUse firstUse) {
    long address = place(marked);
    if ((marked & (UNVERIFIED | COLD)) != 0) {
      firstUse.verify(id, address);
    }
    return address;
  }

  /**
   * Notes that a cold page was read into memory. The disk may have changed it, so it is unverified.
   */
  static void markRead(long[] addresses, int at) {
    long address = addresses[at];
    if (isCold(address)) {
      addresses[at] = address & ~COLD | LOOK | UNVERIFIED;
    }
  }

  /** Makes a page cold that was verified. */
  static void markCold(long[] addresses, int at) {
    addresses[at] |= LOOK | COLD;
  }

  /** Makes a warm page cool, and a cooling one cold. Returns whether it has become cold. */
  static boolean cool(long[] addresses, int at) {
    long address = addresses[at];
    if (isCold(address)) {
      return false;
    }
    boolean cools = address >= 0;
    addresses[at] = cools ? address | LOOK : address | LOOK | COLD;
    return !cools;
  }
}
