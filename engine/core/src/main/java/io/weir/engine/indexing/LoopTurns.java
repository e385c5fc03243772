package io.weir.engine.indexing;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import java.util.Map;
import java.util.Objects;

/** The {@link SliceTurns} of each loop of a store. Immutable. */
final class LoopTurns {

  private final Loops loops;
  private final Map<Loop, SliceTurns> ofLoops;

  LoopTurns(Loops loops) {
    this.loops = loops;
    this.ofLoops = loops.all().stream().collect(toMap(identity(), SliceTurns::new));
  }

  /** Returns the turns of the loop that owns a shard. */
  SliceTurns ofShard(int shard) {
    return Objects.requireNonNull(ofLoops.get(loops.ofShard(shard)));
  }
}
