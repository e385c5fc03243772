package io.weir.api.search;

import java.time.Duration;

/**
 * The measures of the text indexes of all accounts of a service, for its metrics. Any thread; no
 * method blocks.
 */
public interface SearchMeasures {

  /** Returns the number of tables with a search. */
  long searches();

  /** Returns the number of tables whose index, or a successor of it, is being built. */
  long building();

  /** Returns the number of tables whose index has failed and does not answer. */
  long failed();

  /** Returns how often an index has failed since the start. Never decreases. */
  long failures();

  /** Returns the length of the files of all indexes at their last commits. */
  long bytes();

  /** Returns the number of entities in all indexes. */
  long documents();

  /** Returns the greatest {@link SearchPage#lag} of an index that answers; zero without one. */
  Duration lag();

  /**
   * Returns the most bytes of the log that an index that answers has not followed; zero without
   * one.
   */
  long lagBytes();
}
