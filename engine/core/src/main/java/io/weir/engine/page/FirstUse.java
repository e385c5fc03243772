package io.weir.engine.page;

/**
 * Verifies a page that nobody in this process has read yet.
 *
 * <p>Runs on: any thread that keeps the page, by a pin or as the owner. May be called several times for one page.
 */
@FunctionalInterface
public interface FirstUse {

  /** Verifies nothing: for pages that this process wrote. */
  FirstUse NONE = (id, address) -> {};

  /**
   * Returns when the page is as it was written.
   *
   * @throws PageDamaged when it is not; nothing in it may be used then
   */
  void verify(long id, long address);
}
