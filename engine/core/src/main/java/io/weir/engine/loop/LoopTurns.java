package io.weir.engine.loop;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.util.Map;
import java.util.Objects;

/** The {@link SliceTurns} of each loop of a store. Immutable; any thread. */
public final class LoopTurns {

  private final Map<Loop, SliceTurns> ofLoops;

  /** Makes the turns of all loops. */
  public LoopTurns(Loops loops) {
    this.ofLoops = loops.all().stream().collect(toMap(identity(), SliceTurns::new));
  }

  /**
   * Returns the turn of a piece of work of an owner. It takes its turns on the loop that is the
   * owner's host at that time.
   */
  public SliceTurn of(Loop owner) {
    return new SliceTurn(() -> Objects.requireNonNull(ofLoops.get(owner.host())));
  }
}
