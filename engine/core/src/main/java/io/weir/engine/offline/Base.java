package io.weir.engine.offline;

import io.weir.engine.checkpoint.ShardEntries;
import java.util.List;

/**
 * What a store has besides its log.
 *
 * @param file names it for people
 * @param position where the log goes on
 * @param shards the entries of each shard; empty if there are none and the log is the whole store
 */
record Base(String file, long position, List<ShardEntries> shards) {

  Base {
    shards = List.copyOf(shards);
  }
}
