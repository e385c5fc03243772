package io.weir.engine.store;

import io.weir.engine.log.append.FileLog;
import java.util.List;

/**
 * What a start has found or rebuilt, before the shards serve.
 *
 * @param trees one for each shard
 * @param log open, not started
 * @param snapshotPosition where the snapshot that counts ends; 0 without one
 * @param highestTicks Timestamps go on above this
 * @param highestTableId ids of tables go on above this
 */
record Started(
    List<ShardTree> trees,
    FileLog log,
    long snapshotPosition,
    long highestTicks,
    int highestTableId) {

  Started {
    trees = List.copyOf(trees);
  }
}
