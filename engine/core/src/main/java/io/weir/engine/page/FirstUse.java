package io.weir.engine.page;

/**
 * Verifies a page that no thread of this process has read yet, or none since it was cold.
 *
 * <p>Runs on: any thread that keeps the page, by a pin or as the owner. May be called several times
 * for one page.
 */
@FunctionalInterface
public interface FirstUse {

  /** Verifies nothing: for pages that this process wrote. */
  FirstUse NONE = (id, address) -> {};

  /**
   * Returns if the page is as it was written.
   *
   * @throws PageDamaged if the page has changed; its content must not be used
   */
  void verify(long id, long address);
}
