package io.weir.engine.store;

import io.weir.engine.log.append.FileLog;
import io.weir.engine.page.PageDamaged;
import java.util.List;
import java.util.Map;

/**
 * The recovered state of a store, before its shards serve.
 *
 * @param trees one for each shard
 * @param log open, not started
 * @param needed the log position from which the start has read
 * @param highestTicks the highest Timestamp that was assigned
 * @param highestTableId the highest table id that was assigned
 * @param refused shards whose log could not be applied, because it changes a damaged page that nothing else holds; they have only their catalog
 * @param checkpoint from which the trees were opened; {@link LastCheckpoint#NONE} when they were rebuilt
 */
record Started(
    List<ShardTree> trees,
    FileLog log,
    long needed,
    long highestTicks,
    int highestTableId,
    Map<Integer, PageDamaged> refused,
    LastCheckpoint checkpoint) {

  Started {
    trees = List.copyOf(trees);
    refused = Map.copyOf(refused);
  }
}
