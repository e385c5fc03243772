package io.weir.engine.checkpoint;

import io.weir.engine.page.extent.PersistedExtent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one shard in a checkpoint.
 *
 * @param files the page files
 * @param leaves the leaf directory: a base, then increments, oldest first
 * @param behind what the pages lack when the checkpoint has left the shard out; else null
 */
public record CheckpointedShard(
    List<PersistedExtent> files,
    List<DirectoryPart> leaves,
    @Nullable SetAside behind) {

  public CheckpointedShard {
    files = List.copyOf(files);
    leaves = List.copyOf(leaves);
  }

  /** Describes a shard whose pages lack nothing before the checkpoint's log position. */
  public CheckpointedShard(List<PersistedExtent> files, List<DirectoryPart> leaves) {
    this(files, leaves, null);
  }

  /** Returns what the pages lack; empty unless the checkpoint has left the shard out. */
  public Optional<SetAside> setAside() {
    return Optional.ofNullable(behind);
  }

  /** Returns the same pages in a checkpoint that leaves the shard out. */
  public CheckpointedShard leftOut(SetAside records) {
    return new CheckpointedShard(files, leaves, records);
  }
}
