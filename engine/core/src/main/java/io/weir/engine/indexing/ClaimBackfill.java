package io.weir.engine.indexing;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.Duplicate;
import io.weir.engine.command.CheckClaim;
import io.weir.engine.command.Holder;
import io.weir.engine.command.JointOperation;
import io.weir.engine.command.KeyedClaim;
import io.weir.engine.command.MarkProgress;
import io.weir.engine.command.StalePlan;
import io.weir.engine.command.YieldClaim;
import io.weir.engine.index.Claim;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.scan.Pins;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import io.weir.engine.walk.ShardWalk;
import io.weir.engine.walk.Sliced;
import io.weir.engine.walk.Stretch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the claims of the entities of one shard that a table had before its unique index, in
 * slices.
 *
 * <p>A slice is a joint command: each entity takes its claim if it implies it still, and the
 * position is stored. An expired entity is removed instead, because it would come back if the clock
 * were set back. A slice whose plan is stale is planned again. The first pair of entities that want
 * one claim ends the backfill.
 *
 * <p>Owner: the loop of that shard.
 */
final class ClaimBackfill implements Stretch {

  private static final byte MARKER = 4;
  private static final int ENTITIES_A_SLICE = 128;
  private static final int BYTES_A_SLICE = 1 << 20;

  /**
   * Receives the end of a backfill. Neither method is called when the index is dropped or has
   * failed, or when the store closes.
   */
  interface Listener {

    /** Every entity has its claim. */
    void finished();

    /** Two entities want one claim. */
    void found(Duplicate duplicate);
  }

  private final Store store;
  private final TableIndex index;
  private final int tableId;
  private final int group;
  private final Listener listener;

  /**
   * The entities of the slice that was planned last and want a claim. Positions of operations are
   * places in this list.
   */
  private final List<Wanted> slice = new ArrayList<>();

  /**
   * An entity that wants a claim.
   *
   * @param other the entity that holds the claim or takes it earlier in the slice; null when there
   *     is none, or when the entity is expired
   */
  private record Wanted(Holder entity, @Nullable EntityKey other) {}

  ClaimBackfill(Store store, TableIndex index, int tableId, int group, Listener listener) {
    this.store = store;
    this.index = index;
    this.tableId = tableId;
    this.group = group;
    this.listener = listener;
  }

  /**
   * Returns the share of a shard's entities that a backfill has visited, as two numbers: visited,
   * and all.
   */
  static long[] progress(Tree tree, TableIndex index, int tableId, int group) {
    return Backfill.progress(tree, tableId, tree.find(marker(index, group)));
  }

  private static byte[] marker(TableIndex index, int group) {
    return IndexKeys.marker(index.id(), MARKER, group);
  }

  @Override
  public boolean send(ShardWalk walk) {
    JointSlices.send(store, walk, this::plan);
    return true;
  }

  private Sliced plan(Pins pins, List<JointOperation> operations) {
    requireIndex();
    slice.clear();
    var tree = pins.of(group);
    var at = tree.find(marker(index, group));
    return at != null && Backfill.isDone(at)
        ? Sliced.NOTHING_LEFT
        : plan(pins, tree, at, operations);
  }

  /** Fails with {@code ResourceNotFound} if the index was dropped or has failed. */
  private void requireIndex() {
    if (store.catalog().indexesOf(tableId).stream()
        .noneMatch(each -> each.id() == index.id() && each.keepsClaims())) {
      throw new NotFoundException(
          ErrorCode.RESOURCE_NOT_FOUND, "index=" + index.definition().name());
    }
  }

  private Sliced plan(Pins pins, Tree tree, byte @Nullable [] at, List<JointOperation> operations) {
    var encoder = new ClaimEncoder(index);
    var end = TreeKeys.endOfTable(tableId);
    var cursor = new Cursor().open(tree);
    var more = cursor.seek(at == null ? TreeKeys.startOfTable(tableId) : Backfill.after(at));
    var last = at;
    var bytes = 0;
    var takers = new HashMap<Claim, EntityKey>();
    for (var i = 0;
        more && cursor.compareKey(end) < 0 && i < ENTITIES_A_SLICE && bytes < BYTES_A_SLICE;
        i++) {
      last = cursor.key();
      var stored = cursor.value();
      bytes += last.length + stored.length;
      var claim = encoder.claim(last, stored);
      if (claim != null) {
        add(pins, last, stored, claim, takers, operations);
      }
      more = cursor.next();
    }
    var isLast = !more || cursor.compareKey(end) >= 0;
    operations.add(new MarkProgress(
        slice.size(), marker(index, group), isLast || last == null ? Backfill.DONE : last));
    return new Sliced(slice.size(), isLast);
  }

  private void add(
      Pins pins,
      byte[] key,
      byte[] stored,
      Claim claim,
      Map<Claim, EntityKey> takers,
      List<JointOperation> operations) {
    var entity = holder(key);
    var holder = ClaimPlan.holderOf(store, pins, new KeyedClaim(claim, store.groups()));
    if (entity.name().equals(holder)) {
      return;
    }
    var position = slice.size();
    if (isExpired(stored)) {
      slice.add(new Wanted(entity, null));
      operations.add(new YieldClaim(position, index.definition().name(), claim, entity));
      return;
    }
    slice.add(new Wanted(entity, holder == null ? takers.get(claim) : holder));
    takers.putIfAbsent(claim, entity.name());
    operations.add(new CheckClaim(position, claim, entity, true));
    operations.addAll(ClaimPlan.take(store, pins, position, index, claim, entity));
  }

  private Holder holder(byte[] key) {
    var name = EntityKey.decode(key, TreeKeys.TABLE_BYTES, key.length - TreeKeys.TABLE_BYTES);
    return new Holder(tableId, name);
  }

  private boolean isExpired(byte[] stored) {
    var expiry = store.expiryOf(tableId);
    return expiry != null && expiry.isExpired(stored);
  }

  @Override
  public Then refused(TableServiceException failure) {
    if (StalePlan.is(failure)) {
      return Then.AGAIN;
    }
    return failure.code() == ErrorCode.UNIQUE_INDEX_VIOLATION
        ? violated(slice.get(failure.failedOperation()))
        : Stretch.super.refused(failure);
  }

  /** Ends the backfill, or plans the slice again if the entity was expired and is not any more. */
  private Then violated(Wanted wanted) {
    if (wanted.other() == null) {
      return Then.AGAIN;
    }
    listener.found(new Duplicate(wanted.other(), wanted.entity().name()));
    return Then.OVER;
  }

  @Override
  public void left(boolean isWhole) {
    if (isWhole) {
      listener.finished();
    }
  }

  @Override
  public String toString() {
    return "backfill of claims of index " + index.id();
  }
}
