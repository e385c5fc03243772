package io.weir.engine.loop;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.util.Map;
import java.util.Objects;

/** The {@link SliceTurns} of each loop of a store. Immutable. */
public final class LoopTurns {

  private final Loops loops;
  private final Map<Loop, SliceTurns> ofLoops;

  /** Makes the turns of all loops. */
  public LoopTurns(Loops loops) {
    this.loops = loops;
    this.ofLoops = loops.all().stream().collect(toMap(identity(), SliceTurns::new));
  }

  /** Returns the turns of the loop that owns a shard. */
  public SliceTurns ofShard(int shard) {
    return Objects.requireNonNull(ofLoops.get(loops.ofShard(shard)));
  }
}
