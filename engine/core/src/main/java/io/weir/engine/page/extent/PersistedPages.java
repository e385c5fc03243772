package io.weir.engine.page.extent;

import io.weir.engine.page.FirstUse;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PageStoreListener;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a checkpoint, each verified before its first use.
 *
 * <p>{@link #verify}: any thread that keeps the page. Everything else: the owner of the page store. A store has one
 * instance for its whole life. The checksums are released when all pages have been verified, while nodes of the tree
 * keep this object.
 */
final class PersistedPages implements FirstUse {

  private static final PageChecksums NO_SUMS = new PageChecksums.Builder().finish();

  /** Written by the owner; read under a pin. A reader that sees the earlier value verifies once more than necessary. */
  private volatile PageChecksums sums = NO_SUMS;

  /** Written before the tree that reaches the pages is published. */
  private volatile @Nullable PageStoreListener listener;

  /** Sets the checksums, before any thread can read a page. */
  void begin(PageChecksums known, PageStoreListener pageListener) {
    sums = known;
    listener = pageListener;
  }

  @Override
  public void verify(long id, long address) {
    try {
      sums.requireSound(id, address);
    } catch (PageDamaged e) {
      var current = listener;
      if (current != null) {
        current.damaged(e);
      }
      throw e;
    }
  }

  /** Forgets the checksum of a freed page, whose id another page may get. */
  void forget(long id) {
    sums.forget(id);
  }

  /** Releases all checksums after every page was verified. */
  void forgetAll() {
    sums = NO_SUMS;
  }
}
