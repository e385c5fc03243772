package io.weir.engine.store;

import io.weir.engine.balance.Placement;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.log.CommitLog;
import io.weir.engine.shard.Shard;
import java.util.List;
import java.util.stream.IntStream;

/** Makes the shards that serve the trees of a store, and ties their failures together. */
final class ServingTrees {

  private ServingTrees() {}

  /**
   * Returns a shard for each tree.
   *
   * @param lastTicks the highest Timestamp that the store ever assigned
   */
  static List<Shard> shards(
      List<ShardTree> trees,
      Placement placement,
      CommitLog log,
      Catalog catalog,
      long lastTicks,
      StoreOptions options) {
    var shards = IntStream.range(0, trees.size())
        .mapToObj(number -> {
          var tree = trees.get(number);
          var shard = new Shard(
              number,
              placement.ofShard(number),
              tree.tree(),
              log,
              options.clock(),
              lastTicks,
              catalog,
              options.shard());
          tree.serve(shard);
          return shard;
        })
        .toList();
    shards.forEach(shard -> shard.whenFaulted(cause -> refuseAllAfter(cause, shards)));
    return shards;
  }

  /**
   * Stops the writes of all shards after a failed access to mapped memory. Up to JDK 20 the error
   * may be thrown later than the access, and therefore in a task of a shard that does not own the
   * page.
   */
  static void refuseAllAfter(Throwable cause, List<Shard> shards) {
    if (cause instanceof InternalError) {
      shards.stream()
          .filter(shard -> !shard.isFaulted())
          .forEach(shard -> shard.memoryFailed(cause));
    }
  }
}
