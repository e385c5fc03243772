package io.weir.engine.page.extent;

import io.weir.engine.page.FirstUse;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PageStoreListener;
import org.jspecify.annotations.Nullable;

/**
 * The pages that an orderly stop left, each verified before its first use.
 *
 * <p>{@link #verify}: any thread that keeps the page. Everything else: the owner of the page store. A store has one of these for its
 * whole life; the checksums go when all pages have been verified, while branches of the tree keep this object.
 */
final class PersistedPages implements FirstUse {

  private static final PageChecksums NO_SUMS = new PageChecksums.Builder().finish();

  /** Written by the owner; read under a pin. A reader that finds the earlier value verifies once more than needed. */
  private volatile PageChecksums sums = NO_SUMS;

  /** Written before the tree is published that reaches the pages. */
  private volatile @Nullable PageStoreListener listener;

  /** Sets the checksums, before anybody can read a page. */
  void begin(PageChecksums known, PageStoreListener told) {
    sums = known;
    listener = told;
  }

  @Override
  public void verify(long id, long address) {
    try {
      sums.requireSound(id, address);
    } catch (PageDamaged e) {
      var told = listener;
      if (told != null) {
        told.damaged(e);
      }
      throw e;
    }
  }

  /** Notes that a page was freed: another may get its id. */
  void forget(long id) {
    sums.forget(id);
  }

  /** The checksum of a page: the one that the stop left, or else that of its bytes. */
  int checksum(long id, long address) {
    return sums.checksum(id, address);
  }

  /** Lets go of all checksums: every page was verified. */
  void forgetAll() {
    sums = NO_SUMS;
  }
}
