package io.weir.cli.load;

/** Shows a person how far something is. Signals come one at a time. */
public interface LoadProgress extends AutoCloseable {

  /** So many more are done. */
  void advance(long count);

  /** Ends the display. */
  @Override
  void close();
}
