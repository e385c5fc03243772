package io.weir.engine.offline;

import io.weir.api.entity.EntityKey;
import io.weir.engine.index.Claim;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts how the entries of one index agree with the entities, shard after shard, and the claims if
 * the index is unique. Belongs to the thread that checks.
 */
final class IndexComparison {

  private final int tableId;
  private final TableIndex index;
  private final EntryEncoder encoder;
  private final Optional<ClaimEncoder> claims;
  private final PartitionGroups groups;
  private final IntFunction<Tree> trees;
  private long sound;
  private long missing;
  private long leftOver;
  private @Nullable EntityKey firstMissing;
  private long unclaimed;
  private @Nullable EntityKey firstUnclaimed;

  /**
   * Prepares the comparison.
   *
   * @param trees the tree of a partition group
   */
  IndexComparison(int tableId, TableIndex index, PartitionGroups groups, IntFunction<Tree> trees) {
    this.tableId = tableId;
    this.index = index;
    this.encoder = new EntryEncoder(index);
    this.claims = index.keepsClaims() ? Optional.of(new ClaimEncoder(index)) : Optional.empty();
    this.groups = groups;
    this.trees = trees;
  }

  /** Adds a shard. */
  void add(int group) {
    var tree = trees.apply(group);
    var entries = entries(tree);
    var implied = implied(tree, group);
    sound += implied;
    leftOver += entries - implied;
  }

  /**
   * Returns the number of entities of a shard that have their entry, and counts those that lack it.
   */
  private long implied(Tree tree, int group) {
    var found = 0L;
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(tableId);
    var more = cursor.seek(TreeKeys.startOfTable(tableId));
    while (more && cursor.compareKey(end) < 0) {
      var key = cursor.key();
      var stored = cursor.value();
      var entry = encoder.entry(key, stored, group);
      if (entry != null && tree.find(entry) != null) {
        found++;
      } else if (entry != null) {
        missing++;
        firstMissing = firstMissing == null ? nameOf(key) : firstMissing;
      }
      claims.ifPresent(encoded -> compareClaim(key, encoded.claim(key, stored)));
      more = cursor.next();
    }
    return found;
  }

  private void compareClaim(byte[] key, @Nullable Claim claim) {
    if (claim == null) {
      return;
    }
    var place = claim.key(groups);
    var holder = trees.apply(groups.ofTreeKey(place)).find(place);
    if (holder == null || !Arrays.equals(holder, TreeKeys.entityKey(key))) {
      unclaimed++;
      firstUnclaimed = firstUnclaimed == null ? nameOf(key) : firstUnclaimed;
    }
  }

  private static EntityKey nameOf(byte[] key) {
    return EntityKey.decode(key, TreeKeys.TABLE_BYTES, key.length - TreeKeys.TABLE_BYTES);
  }

  private long entries(Tree tree) {
    var cursor = new Cursor().open(tree);
    return cursor.seek(IndexKeys.startOfEntries(index.id()))
        ? cursor.countTo(TreeKeys.endOfTable(index.id()), Integer.MAX_VALUE)
        : 0;
  }

  /** Returns the number of entries that an entity implies. */
  long sound() {
    return sound;
  }

  /** Returns the number of entities that lack their entry. */
  long missing() {
    return missing;
  }

  /** Returns the key of the first of them; null when there is none. */
  @Nullable
  EntityKey firstMissing() {
    return firstMissing;
  }

  /** Returns the number of entities that do not hold the claim to their values. */
  long unclaimed() {
    return unclaimed;
  }

  /** Returns the key of the first of them; null when there is none. */
  @Nullable
  EntityKey firstUnclaimed() {
    return firstUnclaimed;
  }

  /** Returns the number of entries that no entity implies. */
  long leftOver() {
    return leftOver;
  }
}
