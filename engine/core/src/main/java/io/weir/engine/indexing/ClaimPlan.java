package io.weir.engine.indexing;

import io.weir.api.entity.EntityKey;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.command.Holder;
import io.weir.engine.command.JointOperation;
import io.weir.engine.command.KeyedClaim;
import io.weir.engine.command.ReleaseClaim;
import io.weir.engine.command.TakeClaim;
import io.weir.engine.command.YieldClaim;
import io.weir.engine.index.Claim;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.scan.Pins;
import io.weir.engine.shard.Evaluation;
import io.weir.engine.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a joint command that carries out writes and moves the claims that they concern.
 * Belongs to one thread.
 */
final class ClaimPlan {

  private final Store store;
  private final Pins pins;
  private final List<JointOperation> planned = new ArrayList<>();
  private final Map<Integer, List<ClaimEncoder>> encoders = new HashMap<>();
  private boolean movesNothing = true;

  private ClaimPlan(Store store, Pins pins) {
    this.store = store;
    this.pins = pins;
  }

  /**
   * Makes the plan of a client's operations. Fails as a read does, and throws
   * {@link io.weir.engine.tree.ColdPage} if the pins do.
   *
   * @param pins which the plan gives back
   */
  static ClaimPlan of(Store store, Pins pins, List<EntityOperation> operations) {
    try {
      var plan = new ClaimPlan(store, pins);
      plan.add(operations);
      return plan;
    } finally {
      pins.release();
    }
  }

  /** Whether no write gives up or takes a claim. */
  boolean movesNothing() {
    return movesNothing;
  }

  /** Returns the operations, those on claims after those of the client. */
  List<JointOperation> operations() {
    return planned;
  }

  private void add(List<EntityOperation> operations) {
    var moving = operations.stream().map(this::moving).toList();
    planned.addAll(moving);
    var taken = claimsTakenBy(moving);
    for (var operation : moving) {
      for (var move : operation.moves()) {
        movesNothing = false;
        var holder = new Holder(operation.tableId(), nameOf(operation.key()));
        if (move.taken() != null) {
          planned.addAll(take(
              store,
              pins,
              operation.position(),
              index(operation.tableId(), move.taken()),
              move.taken(),
              holder));
        }
        if (move.given() != null && !taken.contains(move.given())) {
          planned.add(new ReleaseClaim(
              operation.position(), new KeyedClaim(move.given(), store.groups()), holder.name()));
        }
      }
    }
  }

  private EntityOperation moving(EntityOperation operation) {
    var ofTable = encodersOf(operation.tableId());
    if (ofTable.isEmpty()) {
      return operation;
    }
    var key = operation.key();
    var before = pins.of(store.groups().ofTreeKey(key)).find(key);
    var after = Evaluation.after(operation, before, store.catalog(), store.presentTicks());
    return operation.moving(ClaimEncoder.moves(ofTable, key, before, after));
  }

  private List<ClaimEncoder> encodersOf(int tableId) {
    return encoders.computeIfAbsent(
        tableId, id -> ClaimEncoder.of(store.catalog().indexesOf(id)));
  }

  private static Set<Claim> claimsTakenBy(List<EntityOperation> operations) {
    var taken = new HashSet<Claim>();
    for (var operation : operations) {
      for (var move : operation.moves()) {
        if (move.taken() != null) {
          taken.add(move.taken());
        }
      }
    }
    return taken;
  }

  private TableIndex index(int tableId, Claim claim) {
    return encodersOf(tableId).stream()
        .map(ClaimEncoder::index)
        .filter(index -> index.id() == claim.indexId())
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the operations by which an entity takes a claim. If another entity holds it, that one
   * must not imply it after the command.
   *
   * @param pins the versions in which the holder is looked up
   */
  static List<JointOperation> take(
      Store store, Pins pins, int position, TableIndex index, Claim claim, Holder taker) {
    var keyed = new KeyedClaim(claim, store.groups());
    var name = index.definition().name();
    var holder = holderOf(store, pins, keyed);
    if (holder == null || holder.equals(taker.name())) {
      return List.of(new TakeClaim(position, name, keyed, taker.name(), null));
    }
    return List.of(
        new TakeClaim(position, name, keyed, taker.name(), holder),
        new YieldClaim(position, name, claim, new Holder(taker.tableId(), holder)));
  }

  /** Returns the entity that holds a claim; null when none does. */
  static @Nullable EntityKey holderOf(Store store, Pins pins, KeyedClaim claim) {
    var holder = pins.of(store.groups().ofTreeKey(claim.key())).find(claim.key());
    return holder == null ? null : EntityKey.decode(holder, 0, holder.length);
  }

  private static EntityKey nameOf(byte[] treeKey) {
    return EntityKey.decode(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
  }
}
