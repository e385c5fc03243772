package io.weir.engine.walk;

/**
 * What a slice came to.
 *
 * @param changed number of things that it changed: entities, messages, entries
 * @param isLast whether the stretch ends with it
 */
public record Sliced(int changed, boolean isLast) {

  /** The last slice, which changed nothing. */
  public static final Sliced NOTHING_LEFT = new Sliced(0, true);
}
