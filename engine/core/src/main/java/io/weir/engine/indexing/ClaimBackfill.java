package io.weir.engine.indexing;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.Duplicate;
import io.weir.engine.index.Claim;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.joint.CheckClaim;
import io.weir.engine.joint.Holder;
import io.weir.engine.joint.JointOperation;
import io.weir.engine.joint.KeyedClaim;
import io.weir.engine.joint.MarkProgress;
import io.weir.engine.joint.StalePlan;
import io.weir.engine.joint.YieldClaim;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.scan.Pins;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import io.weir.engine.unique.ClaimPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the claims of the entities of one shard that a table had before its unique index, in slices.
 *
 * <p>A slice is a joint command: each entity takes its claim if it implies it still, and the position is stored. An expired entity is
 * removed instead, because it would come back if the clock were set back. A slice whose plan is stale is planned again. The first pair of entities that want one claim ends the backfill.
 *
 * <p>Owner: one thread at a time; after {@link #next}, the loop that answers a slice.
 */
final class ClaimBackfill implements CommandReply {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimBackfill.class);

  private static final byte MARKER = 4;
  private static final int ENTITIES_A_SLICE = 128;
  private static final int BYTES_A_SLICE = 1 << 20;
  private static final Duration RETRY = Duration.ofMillis(200);

  /** Receives the end of a backfill. Neither method is called when the index is dropped or has failed, or when the store closes. */
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

  /** The entities of the slice that was planned last and want a claim. Positions of operations are places in this list. */
  private final List<Wanted> slice = new ArrayList<>();

  private boolean isLast;

  /**
   * An entity that wants a claim.
   *
   * @param other the entity that holds the claim or takes it earlier in the slice; null when there is none, or when the entity is expired
   */
  private record Wanted(Holder entity, @Nullable EntityKey other) {}

  ClaimBackfill(Store store, TableIndex index, int tableId, int group, Listener listener) {
    this.store = store;
    this.index = index;
    this.tableId = tableId;
    this.group = group;
    this.listener = listener;
  }

  /** Returns the share of a shard's entities that a backfill has visited, as two numbers: visited, and all. */
  static long[] progress(Tree tree, TableIndex index, int tableId, int group) {
    return Backfill.progress(tree, tableId, tree.find(marker(index, group)));
  }

  private static byte[] marker(TableIndex index, int group) {
    return IndexKeys.marker(index.id(), MARKER, group);
  }

  /** Sends the next slice. */
  void next() {
    if (store.isClosing() || !isWanted()) {
      return;
    }
    List<JointOperation> operations;
    try {
      operations = plan();
    } catch (RuntimeException | InternalError e) {
      failed(ReadFault.of(store, e));
      return;
    }
    if (operations.isEmpty()) {
      listener.finished();
    } else {
      store.sendJointly(operations, this);
    }
  }

  /** Whether the index exists and has not failed. */
  private boolean isWanted() {
    return store.catalog().indexesOf(tableId).stream()
        .anyMatch(each -> each.id() == index.id() && each.keepsClaims());
  }

  /** Returns the operations of the next slice; none after the last one. */
  private List<JointOperation> plan() {
    slice.clear();
    var pins = new Pins(store);
    try {
      var tree = pins.of(group);
      var at = tree.find(marker(index, group));
      return at != null && Backfill.isDone(at) ? List.of() : plan(pins, tree, at);
    } finally {
      pins.release();
    }
  }

  private List<JointOperation> plan(Pins pins, Tree tree, byte @Nullable [] at) {
    var operations = new ArrayList<JointOperation>();
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
    isLast = !more || cursor.compareKey(end) >= 0;
    operations.add(new MarkProgress(
        slice.size(), marker(index, group), isLast || last == null ? Backfill.DONE : last));
    return operations;
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
  public void done(long timestampTicks) {
    if (isLast) {
      listener.finished();
    } else {
      next();
    }
  }

  @Override
  public void failed(TableServiceException failure) {
    if (StalePlan.is(failure)) {
      next();
    } else if (failure.code() == ErrorCode.UNIQUE_INDEX_VIOLATION) {
      violated(slice.get(failure.failedOperation()));
    } else {
      LOG.debug("a slice of a backfill is repeated id={}", index.id(), failure);
      store.shards().get(group).schedule(RETRY, this::next);
    }
  }

  /** Ends the backfill, or plans the slice again if the entity was expired and is not any more. */
  private void violated(Wanted wanted) {
    if (wanted.other() == null) {
      next();
    } else {
      listener.found(new Duplicate(wanted.other(), wanted.entity().name()));
    }
  }
}
