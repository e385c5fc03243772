package io.weir.engine.loop;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loops of a store.
 *
 * @param all at least one
 */
public record Loops(List<Loop> all) {

  public Loops {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("a store needs at least one loop");
    }
  }

  /** Returns the loop of the calling thread; null on any other thread. */
  public @Nullable Loop current() {
    for (var loop : all) {
      if (loop.isCurrent()) {
        return loop;
      }
    }
    return null;
  }

  /** Returns the turns for streams of the calling loop. On any other thread the turn is endless. */
  public Turns streamTurns() {
    var loop = current();
    return loop == null ? Turns.ENDLESS : loop.longWork().streams();
  }
}
