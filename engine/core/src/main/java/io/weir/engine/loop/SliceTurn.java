package io.weir.engine.loop;

import java.time.Duration;

/** The turn of one piece of work among the {@link SliceTurns} of its loop. Owner: the loop. {@link #take}: any thread. */
public final class SliceTurn {

  private final SliceTurns turns;
  private boolean isHeld;

  SliceTurn(SliceTurns turns) {
    this.turns = turns;
  }

  /** Runs an offer of a slice when it is its turn. The turn lasts until {@link #end}. */
  public void take(Runnable offer) {
    turns.take(() -> {
      isHeld = true;
      offer.run();
    });
  }

  /** Lets the next slice of the loop take its turn after a rest. Has no effect without a turn. */
  public void endAfter(Duration rest) {
    if (isHeld) {
      isHeld = false;
      turns.endAfter(rest);
    }
  }

  /** Lets the next slice of the loop take its turn. Has no effect without a turn, so a slice that is evaluated again may call it again. */
  public void end() {
    if (isHeld) {
      isHeld = false;
      turns.end();
    }
  }
}
