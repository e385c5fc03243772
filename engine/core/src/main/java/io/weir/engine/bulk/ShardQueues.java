package io.weir.engine.bulk;

import io.weir.engine.shard.Command;
import io.weir.engine.shard.Shard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A queue of commands for each shard that a bulk write uses. Owner: the thread that drains the
 * subscription, one at a time.
 */
final class ShardQueues {

  private final Runnable drain;
  private final Map<Shard, ShardQueue> queues = new HashMap<>();
  private final List<ShardQueue> waiting = new ArrayList<>();

  /**
   * Starts without queues.
   *
   * @param drain called by a shard's loop when waiting commands may be offered again
   */
  ShardQueues(Runnable drain) {
    this.drain = drain;
  }

  void add(Shard shard, Command command) {
    var queue = queues.computeIfAbsent(shard, absent -> new ShardQueue(shard, drain));
    if (queue.isEmpty()) {
      waiting.add(queue);
    }
    queue.add(command);
  }

  /** Offers the waiting commands of every queue until its shard takes no more. */
  void offerAll() {
    waiting.removeIf(ShardQueue::offerAll);
  }

  void clear() {
    waiting.forEach(ShardQueue::clear);
    waiting.clear();
  }
}
