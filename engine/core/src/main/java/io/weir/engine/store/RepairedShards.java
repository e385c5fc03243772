package io.weir.engine.store;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The entries of shards whose pages are damaged, from elsewhere. Called by the thread that opens a
 * store, which has locked it and changed nothing.
 */
@FunctionalInterface
public interface RepairedShards {

  /** Repairs nothing. */
  RepairedShards NONE = (store, files, checkpoint) -> Map.of();

  /**
   * Returns the entries of each damaged shard, by its number: as they were at the position at which
   * the log follows the checkpoint, or with later changes that are in the log.
   *
   * @param store the folder
   * @param files the files in it
   */
  Map<Integer, ShardEntries> of(Path store, Folder files, CheckpointManifest checkpoint)
      throws IOException;
}
