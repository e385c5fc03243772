package io.weir.engine.indexing;

import io.weir.engine.loop.Loops;
import java.util.List;

/** The {@link SliceTurns} of each loop of a store. Immutable. */
final class LoopTurns {

  private final List<SliceTurns> ofLoops;

  LoopTurns(Loops loops) {
    this.ofLoops = loops.all().stream().map(SliceTurns::new).toList();
  }

  /** Returns the turns of the loop that owns a shard. */
  SliceTurns ofShard(int shard) {
    return ofLoops.get(shard % ofLoops.size());
  }
}
