package io.weir.engine.shard;

import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.partition.StoredEntity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides one command: whether its preconditions hold, and what it changes.
 *
 * <p>Deterministic: the same stored states, command and Timestamp give the same changes. A batch never writes a key twice, so
 * its operations do not see each other. Owner: shard loop.
 */
final class Evaluation implements Write.Handler<Optional<TableServiceException>> {

  /** Where the evaluation finds what is stored. */
  @FunctionalInterface
  interface StoredForms {

    /** The stored form of a key; null when there is none. */
    byte @Nullable [] find(byte[] key);
  }

  private final StoredForms stored;
  private final long ticks;
  private final List<Change> changes = new ArrayList<>(1);
  private byte[] key = new byte[0];

  /** Evaluates against {@code stored}, which answers stored forms. */
  Evaluation(StoredForms stored, long ticks) {
    this.stored = stored;
    this.ticks = ticks;
  }

  /** Answers why the command is refused, naming the operation; empty when it is carried out. */
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

  /** What the command changes, once {@link #evaluate} found no reason to refuse it. */
  List<Change> changes() {
    return changes;
  }

  private Optional<TableServiceException> evaluate(Write write) {
    try {
      return write.dispatch(this);
    } catch (TableServiceException merged) {
      return Optional.of(merged); // the merged entity passes a limit
    }
  }

  @Override
  public Optional<TableServiceException> insert(Write.Insert write) {
    if (stored.find(key) != null) {
      return Optional.of(new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, ""));
    }
    changes.add(Change.put(key, write.entity().storedForm(ticks)));
    return Optional.empty();
  }

  @Override
  public Optional<TableServiceException> upsert(Write.Upsert write) {
    store(write.entity(), write.mode(), write.mode() == WriteMode.MERGE ? stored.find(key) : null);
    return Optional.empty();
  }

  @Override
  public Optional<TableServiceException> update(Write.Update write) {
    var current = stored.find(key);
    var refusal = check(current, write.ifMatch());
    if (refusal.isEmpty()) {
      store(write.entity(), write.mode(), current);
    }
    return refusal;
  }

  @Override
  public Optional<TableServiceException> delete(Write.Delete write) {
    var refusal = check(stored.find(key), write.ifMatch());
    if (refusal.isEmpty()) {
      changes.add(Change.remove(key));
    }
    return refusal;
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
        : Optional.of(new PreconditionFailedException("storedTimestampTicks=" + version));
  }
}
