package io.weir.engine.advice;

import io.weir.api.entity.EntityKey;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.LeafWalk;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures the partitions of one table, shard after shard, in slices of some tenths of a
 * millisecond.
 *
 * <p>Belongs to one thread at a time. The caller pins the trees for a slice only; a table that
 * changes between two slices is measured partly before and partly after the change.
 */
final class SizeWalk {

  /** The number of leaves of a slice. */
  static final int LEAVES_A_SLICE = 4_096;

  /** Most large partitions that are reported of a table. */
  static final int MOST_REPORTED = 16;

  private final int tableId;
  private final int shards;
  private final long largeEntities;
  private final long largeBytes;
  private final int partitionsToCount;
  private final int leavesASlice;
  private final List<PartitionSizes.Size> large = new ArrayList<>();
  private int partitions;

  private int shard;

  /** Whether the partitions of the current shard have been counted. */
  private boolean counted;

  /** The fence before the leaf whose upper fence is not known yet; null at the start of a shard. */
  private byte @Nullable [] fence;

  /** The leaves that the slice may still read. */
  private int leavesLeft;

  private int leafEntities;
  private int leafBytes;

  /** The table id and PartitionKey of the leaves that are being added up; null for none. */
  private byte @Nullable [] prefix;

  private long entities;
  private long bytes;

  SizeWalk(int tableId, int shards, Thresholds thresholds) {
    this(
        tableId,
        shards,
        thresholds.largeEntities(),
        thresholds.largeBytes(),
        thresholds.partitionsToCount(),
        LEAVES_A_SLICE);
  }

  SizeWalk(
      int tableId,
      int shards,
      long largeEntities,
      long largeBytes,
      int partitionsToCount,
      int leavesASlice) {
    this.tableId = tableId;
    this.shards = shards;
    this.largeEntities = largeEntities;
    this.largeBytes = largeBytes;
    this.partitionsToCount = partitionsToCount;
    this.leavesASlice = leavesASlice;
  }

  /** Measures a slice. Returns true when all shards are measured. */
  boolean advance(IntFunction<Tree> trees) {
    var tree = trees.apply(shard);
    if (!counted) {
      count(tree);
      counted = true;
    }
    if (walk(tree)) {
      endRun();
      fence = null;
      counted = false;
      shard++;
    }
    return shard == shards;
  }

  /** Counts the partitions of the shard, as far as the rules ask for them: a seek for each. */
  private void count(Tree tree) {
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(tableId);
    var more = cursor.seek(TreeKeys.startOfTable(tableId));
    while (more && cursor.compareKey(end) < 0 && partitions < partitionsToCount) {
      partitions++;
      more = cursor.seek(afterPartition(cursor.key()));
    }
  }

  /** Returns the least key after all rows of the partition of a key. */
  private static byte[] afterPartition(byte[] key) {
    var after = Arrays.copyOf(key, separatorAt(key) + 1);
    after[after.length - 1] = EntityKey.SEPARATOR + 1;
    return after;
  }

  /** Walks on in a shard. Returns true at the end of the table. */
  private boolean walk(Tree tree) {
    var from = fence == null ? TreeKeys.startOfTable(tableId) : fence;
    fence = null;
    leavesLeft = leavesASlice;
    var isAtEnd = LeafWalk.sizesFrom(tree, from, this::leaf);
    return isAtEnd || leavesLeft > 0;
  }

  private boolean leaf(byte[] next, int count, int length) {
    var before = fence;
    if (before != null) {
      add(before, next);
    }
    if (Arrays.compareUnsigned(next, TreeKeys.endOfTable(tableId)) >= 0) {
      return false;
    }
    fence = next;
    leafEntities = count;
    leafBytes = length;
    leavesLeft--;
    return leavesLeft > 0;
  }

  /** Adds the leaf between two fences to its partition, if both fences are in one. */
  private void add(byte[] lower, byte[] upper) {
    var found = partitionOf(lower);
    if (found == null || !startsWith(upper, found)) {
      endRun();
      return;
    }
    if (!Arrays.equals(found, prefix)) {
      endRun();
      prefix = found;
    }
    entities += leafEntities;
    bytes += leafBytes;
  }

  private void endRun() {
    var ended = prefix;
    if (ended != null && isLarge()) {
      var length = ended.length - TreeKeys.TABLE_BYTES - 1;
      large.add(new PartitionSizes.Size(
          EntityKey.decode(ended, TreeKeys.TABLE_BYTES, length + 1).partitionKey(),
          entities,
          bytes));
      large.sort(Comparator.comparingLong(size -> -size.bytes()));
      if (large.size() > MOST_REPORTED) {
        large.remove(MOST_REPORTED);
      }
    }
    prefix = null;
    entities = 0;
    bytes = 0;
  }

  private boolean isLarge() {
    return entities >= largeEntities || bytes >= largeBytes;
  }

  /**
   * Returns the beginning of a fence up to the separator after the PartitionKey; null for another
   * table, and for a cut fence.
   */
  private byte @Nullable [] partitionOf(byte[] key) {
    var separator = separatorAt(key);
    return separator < key.length && TreeKeys.tableOf(key) == tableId
        ? Arrays.copyOf(key, separator + 1)
        : null;
  }

  private static boolean startsWith(byte[] key, byte[] start) {
    return key.length >= start.length
        && Arrays.equals(key, 0, start.length, start, 0, start.length);
  }

  /** Returns where the PartitionKey of a key ends; its length or more when it is cut. */
  private static int separatorAt(byte[] key) {
    var at = TreeKeys.TABLE_BYTES;
    while (at < key.length && key[at] != EntityKey.SEPARATOR) {
      at++;
    }
    return at;
  }

  PartitionSizes sizes() {
    return new PartitionSizes(large, partitions);
  }
}
