package io.weir.engine.backup;

import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.checkpoint.SnapshotVisitor;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one shard in a backup, each block after it was compared with its checksums. Owner:
 * one thread that may block.
 */
public final class BackedUpEntries implements ShardEntries {

  private final Folder backup;
  private final int shards;
  private final int shard;

  private BackedUpEntries(Folder backup, int shards, int shard) {
    this.backup = backup;
    this.shards = shards;
    this.shard = shard;
  }

  /** Returns the shards of a backup; none if it has no pages, but a snapshot or the log alone. */
  public static List<BackedUpEntries> of(Folder backup, BackupManifest manifest) {
    var all = new ArrayList<BackedUpEntries>();
    if (manifest.hasPages()) {
      for (var shard = 0; shard < manifest.store().partitionGroups(); shard++) {
        all.add(new BackedUpEntries(backup, manifest.store().partitionGroups(), shard));
      }
    }
    return all;
  }

  @Override
  public long bytes() throws IOException {
    var bytes = 0L;
    try (var list = list()) {
      for (var leaf = list.next(); leaf != null; leaf = list.next()) {
        bytes += leaf.sums().bytes();
      }
    }
    return bytes;
  }

  /** Shows all entries. Fails with {@link FileDamaged} at the first damaged block. */
  @Override
  public void read(SnapshotVisitor visitor, LongConsumer progress) throws IOException {
    read((from, before) -> true, visitor, progress);
  }

  /** Says which leaves are wanted. */
  @FunctionalInterface
  interface Wanted {

    /**
     * Returns whether a leaf is wanted.
     *
     * @param before above all keys of the leaf; null for the last one
     */
    boolean leaf(byte[] from, byte @Nullable [] before);
  }

  /** Shows the entries of some leaves, and reads only these. */
  void read(Wanted wanted, SnapshotVisitor visitor, LongConsumer progress) throws IOException {
    try (var list = list();
        var blocks = new Chunks.Reader(backup)) {
      for (var leaf = list.next(); leaf != null; ) {
        var after = list.next();
        if (wanted.leaf(leaf.fence(), after == null ? null : after.fence())) {
          show(leaf, blocks, visitor);
          progress.accept(leaf.sums().bytes());
        }
        leaf = after;
      }
    }
  }

  private void show(BackedUpLeaf leaf, Chunks.Reader blocks, SnapshotVisitor visitor)
      throws IOException {
    try {
      LeafBlock.read(blocks.read(leaf), visitor);
    } catch (IllegalStateException e) {
      throw new FileDamaged(
          backup.locate(Chunks.name(leaf.place().chunk())), leaf.place().offset(), "noBlock");
    }
  }

  /** Opens the list at the begin of the shard. */
  private LeafList.Reader list() throws IOException {
    var list = LeafList.Reader.open(backup, LeafList.FILE, shards);
    try {
      for (var before = 0; before < shard; before++) {
        list.skipShard();
      }
      return list;
    } catch (IOException e) {
      list.close();
      throw e;
    }
  }
}
