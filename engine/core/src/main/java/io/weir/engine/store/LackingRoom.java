package io.weir.engine.store;

import io.weir.engine.shard.Shard;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shards whose page files cannot grow. Their writes wait for the places that the next checkpoint
 * frees, or are refused when none can be written.
 *
 * <p>Any thread adds; the thread that writes checkpoints and the loop that looks for them remove.
 */
final class LackingRoom {

  private final List<Shard> shards;

  /** By shard: why its page files could not grow. */
  private final Map<Integer, IOException> causes = new ConcurrentHashMap<>();

  LackingRoom(List<Shard> shards) {
    this.shards = shards;
  }

  boolean isEmpty() {
    return causes.isEmpty();
  }

  void add(int shard, IOException cause) {
    causes.put(shard, cause);
  }

  /** Returns the shards that wait now. */
  Set<Integer> now() {
    return Set.copyOf(causes.keySet());
  }

  /** Removes a shard. Returns whether it waited. */
  boolean remove(int shard) {
    return causes.remove(shard) != null;
  }

  /** Lets the writes of all of them be refused. */
  void refuse() {
    for (var shard : now()) {
      var cause = causes.remove(shard);
      if (cause != null) {
        shards.get(shard).growthFailed(cause);
      }
    }
  }
}
