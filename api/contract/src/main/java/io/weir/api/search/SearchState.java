package io.weir.api.search;

import java.util.Locale;

/** The state of a table's text index. */
public enum SearchState {
  /**
   * The first index is being filled from the entities that exist. Searches fail with
   * {@code ServerBusy}.
   */
  BUILDING,
  /** Searches are answered. */
  READY,
  /**
   * Searches are answered from an index that no longer follows the changes, while its successor is
   * built.
   */
  LOST,
  /**
   * The index cannot be kept at present: its disk has failed or is full, or no consumer can be
   * created. The service tries again after a pause.
   */
  FAILED;

  /** Returns the name in lower case. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
