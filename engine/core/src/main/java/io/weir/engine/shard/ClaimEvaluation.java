package io.weir.engine.shard;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexName;
import io.weir.engine.command.CheckClaim;
import io.weir.engine.command.ClaimOperation;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.command.Holder;
import io.weir.engine.command.MarkProgress;
import io.weir.engine.command.ReleaseClaim;
import io.weir.engine.command.StalePlan;
import io.weir.engine.command.TakeClaim;
import io.weir.engine.command.YieldClaim;
import io.weir.engine.index.Claim;
import io.weir.engine.index.LiveTables;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks and carries out one part's operations on claims, after those of the client.
 *
 * <p>Deterministic, as {@link Evaluation} is. Owner: shard loop.
 */
final class ClaimEvaluation implements ClaimOperation.Handler<Optional<TableServiceException>> {

  private static final Optional<TableServiceException> STALE = Optional.of(StalePlan.REFUSAL);

  private final Evaluation.StoredForms stored;
  private final IndexUpkeep indexes;
  private final LiveTables tables;
  private final long presentTicks;

  /** The changes of entities: those of the client, then the removals of expired ones. */
  private final List<Change> entities;

  private final List<Change> expired = new ArrayList<>();
  private final List<Change> claims = new ArrayList<>();
  private final Map<Claim, EntityKey> taken = new HashMap<>();

  /**
   * Prepares an evaluation.
   *
   * @param stored finds the forms before the command
   * @param entities the changes that the client's operations make in this shard
   */
  ClaimEvaluation(
      Evaluation.StoredForms stored,
      IndexUpkeep indexes,
      LiveTables tables,
      long presentTicks,
      List<Change> entities) {
    this.stored = stored;
    this.indexes = indexes;
    this.tables = tables;
    this.presentTicks = presentTicks;
    this.entities = new ArrayList<>(entities);
  }

  /**
   * Whether the changes move exactly the claims that the operations were planned to move. This is
   * what makes a write take its claims: the shard knows the indexes that exist now, and the forms
   * that are stored now.
   */
  boolean isAsPlanned(List<EntityOperation> operations) {
    var next = 0;
    for (var operation : operations) {
      if (next < entities.size() && entities.get(next).key() == operation.key()) {
        var change = entities.get(next++);
        if (!indexes.moves(change, stored).equals(operation.moves())) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Returns the first refusal, which names its operation unless the plan is stale; null when all
   * operations are carried out.
   */
  @Nullable
  TableServiceException evaluate(List<ClaimOperation> operations) {
    for (var operation : operations) {
      var refusal = operation.dispatch(this);
      if (refusal.isPresent()) {
        return StalePlan.is(refusal.get())
            ? refusal.get()
            : refusal.get().atOperation(operation.position());
      }
    }
    return null;
  }

  /** Returns all changes: those of entities with their entries, and those of claims. */
  List<Change> changes() {
    var all = indexes.withEntries(entities, stored);
    if (claims.isEmpty() && expired.isEmpty()) {
      return all;
    }
    var changes = new ArrayList<>(all);
    changes.addAll(claims);
    changes.addAll(indexes.sweepsDue(expired, stored));
    return changes;
  }

  @Override
  public Optional<TableServiceException> take(TakeClaim operation) {
    if (!tables.isLive(operation.taken().indexId())) {
      return STALE;
    }
    var earlier = taken.putIfAbsent(operation.taken(), operation.holder());
    if (earlier != null) {
      return Optional.of(violation(operation.index(), earlier));
    }
    var holder = stored.find(operation.key());
    var wanted = operation.holder().encoded();
    if (Arrays.equals(holder, wanted)) {
      return Optional.empty();
    }
    var previous = operation.previous();
    if (holder != null && (previous == null || !Arrays.equals(holder, previous.encoded()))) {
      return STALE;
    }
    claims.add(Change.put(operation.key(), wanted));
    return Optional.empty();
  }

  @Override
  public Optional<TableServiceException> release(ReleaseClaim operation) {
    if (Arrays.equals(stored.find(operation.key()), operation.holder().encoded())) {
      claims.add(Change.remove(operation.key()));
    }
    return Optional.empty();
  }

  @Override
  public Optional<TableServiceException> yielded(YieldClaim operation) {
    var key = operation.holder().key();
    var written = written(key);
    var form = written == null ? stored.find(key) : written.stored();
    if (form == null || !implies(operation.holder(), form, operation.claim())) {
      return Optional.empty();
    }
    if (written != null || !isExpired(key, form)) {
      return Optional.of(violation(operation.index(), operation.holder().name()));
    }
    var removal = Change.expire(key);
    entities.add(removal);
    expired.add(removal);
    return Optional.empty();
  }

  @Override
  public Optional<TableServiceException> check(CheckClaim operation) {
    var form = stored.find(operation.holder().key());
    var implied = form != null && implies(operation.holder(), form, operation.claim());
    return implied == operation.implied() ? Optional.empty() : STALE;
  }

  @Override
  public Optional<TableServiceException> mark(MarkProgress operation) {
    if (!tables.isLive(TreeKeys.tableOf(operation.key()))) {
      return STALE;
    }
    claims.add(Change.put(operation.key(), operation.value()));
    return Optional.empty();
  }

  /** Returns the change of a key by an earlier operation of this part; null when there is none. */
  private @Nullable Change written(byte[] key) {
    for (var change : entities) {
      if (Arrays.equals(change.key(), key)) {
        return change;
      }
    }
    return null;
  }

  private boolean implies(Holder holder, byte[] form, Claim claim) {
    return indexes.implies(holder.tableId(), holder.key(), form, claim);
  }

  private boolean isExpired(byte[] key, byte[] form) {
    var expiration = tables.expirationOf(TreeKeys.tableOf(key));
    return expiration != null && expiration.at(presentTicks).isExpired(form);
  }

  private static ConflictException violation(IndexName index, EntityKey holder) {
    return ConflictException.ofUniqueIndex(
        index.value(), new ConflictException.Holder(holder.partitionKey(), holder.rowKey()));
  }
}
