package io.weir.engine.loop;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The turn of one piece of work among the {@link SliceTurns} of its owner's loop.
 *
 * <p>{@link #take}: any thread. The others: tasks of the work's owner, which follow the offer.
 */
public final class SliceTurn {

  private final Supplier<SliceTurns> present;

  /**
   * The turns of which this is one. Written by the offer, then by the owner's tasks that follow it.
   */
  private @Nullable SliceTurns held;

  /** @param present returns the turns of the loop that is the owner's host now */
  SliceTurn(Supplier<SliceTurns> present) {
    this.present = present;
  }

  /** Runs an offer of a slice when it is its turn. The turn lasts until {@link #end}. */
  public void take(Runnable offer) {
    var turns = present.get();
    turns.take(() -> {
      held = turns;
      offer.run();
    });
  }

  /** Lets the next slice of the loop take its turn after a rest. Has no effect without a turn. */
  public void endAfter(Duration rest) {
    var turns = held;
    if (turns != null) {
      held = null;
      turns.endAfter(rest);
    }
  }

  /**
   * Lets the next slice of the loop take its turn. Has no effect without a turn, so a slice that is
   * evaluated again may call it again.
   */
  public void end() {
    var turns = held;
    if (turns != null) {
      held = null;
      turns.end();
    }
  }
}
