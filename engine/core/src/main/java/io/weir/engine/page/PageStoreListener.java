package io.weir.engine.page;

import java.io.IOException;

/**
 * Receives the events of a store's files.
 *
 * <p>Runs on: the store's work thread. Implementations pass the event on and return.
 */
public interface PageStoreListener {

  /** Reports that room was added: a refused write may be retried. */
  void roomGrew();

  /**
   * Reports that the store could not grow, or could not delete a file. It tries to grow again when
   * room is next requested.
   */
  void failed(IOException cause);

  /**
   * Reports a damaged page. Runs on: any thread that reads a page. Each thread that finds the
   * damage reports it.
   */
  default void damaged(PageDamaged page) {}
}
