package io.weir.engine.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The shards that stay refused until the store is opened again. Checkpoints leave them as the last
 * one has them, and set aside what the log has for them.
 *
 * <p>Any thread. A shard that is left out stays so.
 */
final class LeftOutShards {

  /** By shard: the position after everything that it has logged. */
  private final Map<Integer, Long> ends = new ConcurrentHashMap<>();

  /** @param end the position after everything that the shard has logged, which is durable */
  void add(int shard, long end) {
    ends.put(shard, end);
  }

  boolean contains(int shard) {
    return ends.containsKey(shard);
  }

  /** Returns the shards, with the position after everything that each has logged. */
  Map<Integer, Long> now() {
    return Map.copyOf(ends);
  }
}
