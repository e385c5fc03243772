package io.weir.engine.store;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.CheckpointedShard;
import io.weir.engine.checkpoint.DirectoryPart;
import io.weir.engine.checkpoint.SetAside;
import io.weir.engine.tree.Tree;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The last durable checkpoint, from which the next one goes on. Immutable.
 *
 * @param number of the checkpoint; 0 before the first
 * @param logPosition where a start begins to replay
 * @param shards in order; empty before the first
 */
record LastCheckpoint(long number, long logPosition, List<Known> shards) {

  static final LastCheckpoint NONE = new LastCheckpoint(0, 0, List.of());

  /**
   * A shard in the checkpoint.
   *
   * @param owner the tree that the pages belong to, null after a repair and for a shard that was
   *     left out; a rebuilt shard has another
   * @param tree the version that was written
   * @param leaves number of its leaves
   */
  record Known(@Nullable ShardTree owner, Tree tree, long leaves, CheckpointedShard pages) {

    /** Returns the shard in a later checkpoint, which leaves it out. */
    Known leftOut(SetAside records) {
      return new Known(null, tree, leaves, pages.leftOut(records));
    }
  }

  LastCheckpoint {
    shards = List.copyOf(shards);
  }

  /**
   * Whether the next checkpoint is due, because the trees are not those of this one, or it has left
   * a shard out.
   */
  boolean isToBeWrittenAnew() {
    return shards.stream()
        .anyMatch(known -> known.owner() == null || known.pages().behind() != null);
  }

  /** Returns a shard as this checkpoint has it; null before the first. */
  @Nullable
  CheckpointedShard pagesOf(int shard) {
    return shards.isEmpty() ? null : shards.get(shard).pages();
  }

  /** Returns the bytes of the leaf directories. */
  long directoryBytes() {
    return shards.stream()
        .flatMap(known -> known.pages().leaves().stream())
        .mapToLong(DirectoryPart::bytes)
        .sum();
  }

  /** Returns the position before which the pages of a shard contain everything. */
  long positionOf(int shard) {
    return shards.get(shard).pages().setAside().map(SetAside::position).orElse(logPosition);
  }

  /**
   * Returns a shard as this checkpoint has it; null when the shard is not in it, or was rebuilt
   * since.
   */
  @Nullable
  Known of(Captured captured) {
    if (shards.isEmpty()) {
      return null;
    }
    var known = shards.get(captured.shard());
    return known.owner() == captured.owner() ? known : null;
  }

  /**
   * Returns the checkpoint from which the trees were just opened.
   *
   * @param repaired shards whose trees have other pages than it has
   */
  static LastCheckpoint of(
      CheckpointManifest manifest, List<ShardTree> trees, Set<Integer> repaired) {
    return new LastCheckpoint(
        manifest.number(),
        manifest.logPosition(),
        IntStream.range(0, trees.size())
            .mapToObj(shard -> new Known(
                repaired.contains(shard) ? null : trees.get(shard),
                trees.get(shard).tree().published(),
                trees.get(shard).pages().stats().pages(),
                manifest.shards().get(shard)))
            .toList());
  }
}
