package io.weir.engine;

import io.weir.engine.shard.Command;
import io.weir.engine.shard.Shard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A lane for each shard that a bulk write has met. Belongs to who drains the subscription, one thread at a time. */
final class BulkLanes {

  private final Runnable drain;
  private final Map<Shard, BulkLane> lanes = new HashMap<>();
  private final List<BulkLane> waiting = new ArrayList<>();

  /**
   * No lanes yet.
   *
   * @param drain called by a shard's loop when commands that wait may be offered again
   */
  BulkLanes(Runnable drain) {
    this.drain = drain;
  }

  void add(Shard shard, Command command) {
    var lane = lanes.computeIfAbsent(shard, absent -> new BulkLane(shard, drain));
    if (lane.isEmpty()) {
      waiting.add(lane);
    }
    lane.add(command);
  }

  /** Hands over what waits, as far as the shards take it. */
  void offerAll() {
    waiting.removeIf(BulkLane::offerAll);
  }

  void clear() {
    waiting.forEach(BulkLane::clear);
    waiting.clear();
  }
}
