package io.weir.engine.page;

import java.io.IOException;

/**
 * Hears what became of a store's files.
 *
 * <p>Runs on: the store's work thread. Implementations pass the news on and return.
 */
public interface PageStoreListener {

  /** Room has been added: what was refused may be tried again. */
  void roomGrew();

  /**
   * The store could not grow, and tries again when room is next asked for; or it could not delete a
   * file.
   */
  void failed(IOException cause);

  /** A page is damaged. Runs on: any thread that reads a page; called again by each that finds one. */
  default void damaged(PageDamaged page) {}
}
