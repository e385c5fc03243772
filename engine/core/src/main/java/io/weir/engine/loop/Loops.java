package io.weir.engine.loop;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loops that a store runs on; each owns the shards whose number leaves its index as remainder.
 *
 * @param all at least one
 */
public record Loops(List<Loop> all) {

  public Loops {
    all = List.copyOf(all);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("A store needs a loop.");
    }
  }

  /** The loop that owns a shard. */
  public Loop ofShard(int shard) {
    return all.get(shard % all.size());
  }

  /** The loop whose thread is calling; absent on any other thread. */
  public @Nullable Loop current() {
    for (var loop : all) {
      if (loop.isCurrent()) {
        return loop;
      }
    }
    return null;
  }

  /** The turns of streams of the loop whose thread is calling; endless on any other thread. */
  public Turns streamTurns() {
    var loop = current();
    return loop == null ? Turns.ENDLESS : loop.longWork().streams();
  }
}
