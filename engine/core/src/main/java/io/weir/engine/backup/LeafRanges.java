package io.weir.engine.backup;

import io.weir.engine.checkpoint.SnapshotVisitor;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of keys of a backup's leaves, shard after shard, which together cover all keys of each
 * shard. A leaf is read only if its entries are asked for.
 *
 * <p>A shard without leaves, as in a backup without pages, is one range without entries.
 *
 * <p>Owner: one thread that may block.
 */
final class LeafRanges implements AutoCloseable {

  private static final byte[] BEGIN = {};

  private final Folder backup;
  private final int shards;
  private final LeafList.@Nullable Reader list;
  private final Chunks.Reader blocks;
  private int shard = -1;
  private byte[] from = BEGIN;
  private @Nullable BackedUpLeaf leaf;
  private @Nullable BackedUpLeaf after;

  private LeafRanges(Folder backup, int shards, LeafList.@Nullable Reader list) {
    this.backup = backup;
    this.shards = shards;
    this.list = list;
    this.blocks = new Chunks.Reader(backup);
  }

  static LeafRanges open(Folder backup, BackupManifest manifest) throws IOException {
    var shards = manifest.store().partitionGroups();
    return new LeafRanges(
        backup,
        shards,
        manifest.hasPages() ? LeafList.Reader.open(backup, LeafList.FILE, shards) : null);
  }

  /** Goes to the next range. Returns false after the last one. */
  boolean next() throws IOException {
    if (after != null) {
      from = after.fence();
      leaf = after;
      after = nextLeaf();
      return true;
    }
    shard++;
    if (shard >= shards) {
      return false;
    }
    from = BEGIN;
    leaf = nextLeaf();
    after = leaf == null ? null : nextLeaf();
    return true;
  }

  private @Nullable BackedUpLeaf nextLeaf() throws IOException {
    return list == null ? null : list.next();
  }

  int shard() {
    return shard;
  }

  /** Returns the first key of the range that is not below another one. */
  byte[] from(byte[] other) {
    return Arrays.compareUnsigned(from, other) < 0 ? other : from;
  }

  /** Returns the exclusive end of the range, or another one if that is lower. */
  byte[] before(byte[] other) {
    return after == null || Arrays.compareUnsigned(after.fence(), other) > 0
        ? other
        : after.fence();
  }

  /** Reads the entries of the range and returns the bytes of the block. */
  long read(SnapshotVisitor visitor) throws IOException {
    if (leaf == null) {
      return 0;
    }
    try {
      LeafBlock.read(blocks.read(leaf), visitor);
      return leaf.sums().bytes();
    } catch (IllegalStateException e) {
      throw new FileDamaged(
          backup.locate(Chunks.name(leaf.place().chunk())), leaf.place().offset(), "noBlock");
    }
  }

  @Override
  public void close() throws IOException {
    try (blocks) {
      if (list != null) {
        list.close();
      }
    }
  }
}
