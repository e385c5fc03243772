package io.weir.engine.shard;

import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.index.LiveTables;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the preconditions of one command and computes its changes.
 *
 * <p>Deterministic: the stored forms, the command, the Timestamp, the rules of expiry and the
 * present determine the changes. A batch never writes a key twice, so its operations do not see
 * each other's changes. Owner: shard loop.
 */
public final class Evaluation
    implements Write.Handler<Optional<TableServiceException>>,
        TableWrite.Handler<Optional<TableServiceException>> {

  /** Finds the stored forms that an evaluation reads. */
  @FunctionalInterface
  interface StoredForms {

    /** Returns the stored form of a key; null when there is none. */
    byte @Nullable [] find(byte[] key);
  }

  private static final long NO_TICKS = 0;

  private final StoredForms stored;
  private final long ticks;
  private final LiveTables tables;
  private final long presentTicks;

  /** Is told the images of a change in place that is answered with them; null when nobody is. */
  private final @Nullable CommandReply reply;

  private final List<Change> changes = new ArrayList<>(1);
  private WriteResult.Images images = WriteResult.Images.NONE;
  private byte[] key = new byte[0];

  /**
   * Prepares an evaluation against stored forms.
   *
   * @param ticks the Timestamp of the command
   * @param presentTicks the moment by which stored forms are judged as expired
   * @param reply is told the images of a change in place; null when nobody is
   */
  Evaluation(
      StoredForms stored,
      long ticks,
      LiveTables tables,
      long presentTicks,
      @Nullable CommandReply reply) {
    this.stored = stored;
    this.ticks = ticks;
    this.tables = tables;
    this.presentTicks = presentTicks;
    this.reply = reply;
  }

  /**
   * Returns the stored form that an operation would leave of its entity: the present one if it
   * would be refused. It has no Timestamp. Any thread.
   *
   * @param current the present stored form; null when there is none
   */
  public static byte @Nullable [] after(
      EntityOperation operation, byte @Nullable [] current, LiveTables tables, long presentTicks) {
    var evaluation = new Evaluation(key -> current, NO_TICKS, tables, presentTicks, null);
    var refused = evaluation.evaluate(List.of(operation)).isPresent();
    return refused || evaluation.changes.isEmpty()
        ? current
        : evaluation.changes.get(0).stored();
  }

  /**
   * Returns the refusal of the command, which names the operation; empty when the command is to be
   * carried out.
   */
  Optional<TableServiceException> evaluate(WriteCommand command) {
    var writes = command.writes();
    for (var i = 0; i < writes.size(); i++) {
      key = command.keys().get(i);
      var refusal = evaluate(writes.get(i));
      if (refusal.isPresent()) {
        return Optional.of(refusal.get().atOperation(i));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the first refusal of a part of a joint command, which names the operation; empty when
   * the part is to be carried out.
   *
   * <p>It evaluates the operations after a refused one as well: whether an earlier operation may
   * have values of a unique index depends on what the later ones leave.
   */
  Optional<TableServiceException> evaluate(List<EntityOperation> operations) {
    var first = Optional.<TableServiceException>empty();
    for (var operation : operations) {
      key = operation.key();
      var refusal = tables.isLive(operation.tableId())
          ? evaluate(operation.operation())
          : Optional.<TableServiceException>of(
              new NotFoundException(ErrorCode.TABLE_NOT_FOUND, ""));
      if (first.isEmpty() && refusal.isPresent()) {
        first = Optional.of(refusal.get().atOperation(operation.position()));
      }
    }
    return first;
  }

  private Optional<TableServiceException> evaluate(TableWrite operation) {
    try {
      return operation.dispatch(this);
    } catch (TableServiceException merged) {
      return Optional.of(merged); // the merged entity exceeds a limit
    }
  }

  @Override
  public Optional<TableServiceException> change(TableWrite.Change operation) {
    return operation.write().dispatch(this);
  }

  @Override
  public Optional<TableServiceException> present(TableWrite.Present operation) {
    return check(current(), operation.ifMatch());
  }

  @Override
  public Optional<TableServiceException> absent(TableWrite.Absent operation) {
    return current() == null
        ? Optional.empty()
        : Optional.of(new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, ""));
  }

  /** Returns the changes of the operations that are not refused, in their order. */
  List<Change> changes() {
    return changes;
  }

  /** Returns the entities of the answer to a change in place. */
  WriteResult.Images images() {
    return images;
  }

  private Optional<TableServiceException> evaluate(Write write) {
    try {
      return write.dispatch(this);
    } catch (TableServiceException merged) {
      return Optional.of(merged); // the merged entity exceeds a limit
    }
  }

  @Override
  public Optional<TableServiceException> insert(Write.Insert write) {
    if (current() != null) {
      return Optional.of(new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, ""));
    }
    changes.add(Change.put(key, write.entity().storedForm(ticks)));
    return Optional.empty();
  }

  @Override
  public Optional<TableServiceException> upsert(Write.Upsert write) {
    store(write.entity(), write.mode(), write.mode() == WriteMode.MERGE ? current() : null);
    return Optional.empty();
  }

  @Override
  public Optional<TableServiceException> update(Write.Update write) {
    var current = current();
    var refusal = check(current, write.ifMatch());
    if (refusal.isEmpty()) {
      store(write.entity(), write.mode(), current);
    }
    return refusal;
  }

  @Override
  public Optional<TableServiceException> delete(Write.Delete write) {
    var current = current();
    var refusal = check(current, write.ifMatch());
    if (refusal.isEmpty()) {
      // deliberate: the record of a dropped table tells its id, which only the removed row holds
      changes.add(
          current != null && TreeKeys.tableOf(key) == TreeKeys.CATALOG
              ? Change.remove(key, current)
              : Change.remove(key));
    }
    return refusal;
  }

  @Override
  public Optional<TableServiceException> change(Write.Change write) {
    var current = current();
    var before = current == null ? null : StoredEntity.of(key, current);
    var after = write.appliedTo(before);
    changes.add(Change.put(key, after.storedForm(ticks)));
    if (reply != null && write.isAnsweredWithEntity()) {
      images = write.images(before, after.withTimestamp(ticks));
      reply.changed(images);
    }
    return Optional.empty();
  }

  /**
   * Returns the stored form of the operation's key as the operation sees it; null when there is
   * none or it is expired.
   */
  private byte @Nullable [] current() {
    var found = stored.find(key);
    return found == null || isExpired(found) ? null : found;
  }

  private boolean isExpired(byte[] found) {
    var expiration = tables.expirationOf(TreeKeys.tableOf(key));
    return expiration != null && expiration.at(presentTicks).isExpired(found);
  }

  private void store(Entity entity, WriteMode mode, byte @Nullable [] current) {
    var result = mode == WriteMode.MERGE && current != null
        ? entity.mergedOver(StoredEntity.of(key, current))
        : entity;
    changes.add(Change.put(key, result.storedForm(ticks)));
  }

  private static Optional<TableServiceException> check(byte @Nullable [] current, IfMatch ifMatch) {
    if (current == null) {
      return Optional.of(new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, ""));
    }
    var version = StoredEntity.timestamp(current);
    return ifMatch.matches(version)
        ? Optional.empty()
        : Optional.of(new PreconditionFailedException(""));
  }
}
