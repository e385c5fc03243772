package io.weir.cli.terminal;

/** A display of progress. Calls come one at a time. */
public interface LoadProgress extends AutoCloseable {

  /** Adds to the number of finished items. */
  void advance(long count);

  /** Ends the display. */
  @Override
  void close();
}
