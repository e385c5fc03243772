package io.weir.engine.loop;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * The turns of one loop's slices of background work. One slice is evaluated between two polls of
 * the loop, however many shards, indexes and sweeps are worked on, so a foreground command waits
 * for one slice at most. The forces of several slices still overlap.
 *
 * <p>Owner: the loop. All methods: any thread. There is at most one entry for each
 * {@link SliceTurn}.
 */
public final class SliceTurns {

  private final Loop loop;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private boolean isTaken;

  /** Makes the turns of a loop. */
  public SliceTurns(Loop loop) {
    this.loop = loop;
  }

  /** Runs an offer of a slice when it is its turn. The turn lasts until {@link #end}. */
  void take(Runnable offer) {
    if (!loop.isCurrent()) {
      loop.execute(() -> take(offer));
    } else if (isTaken) {
      waiting.add(offer);
    } else {
      isTaken = true;
      loop.longWork().streams().await(offer);
    }
  }

  /** Ends the turn that is taken after a rest, during which the loop has no background work. */
  void endAfter(Duration rest) {
    loop.schedule(rest, this::end);
  }

  /** Ends the turn that is taken. */
  void end() {
    if (!loop.isCurrent()) { // the work's owner has moved to another loop
      loop.execute(this::end);
      return;
    }
    isTaken = false;
    var next = waiting.poll();
    if (next != null) {
      take(next);
    }
  }
}
