package io.weir.engine.checkpoint;

import io.weir.engine.page.extent.PersistedExtent;
import java.util.List;

/**
 * The pages of one shard in a checkpoint.
 *
 * @param files the page files
 * @param leaves the leaf directory: a base, then increments, oldest first
 */
public record CheckpointedShard(List<PersistedExtent> files, List<DirectoryPart> leaves) {

  public CheckpointedShard {
    files = List.copyOf(files);
    leaves = List.copyOf(leaves);
  }
}
