package io.weir.api.error;

import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a write whose table, entity, queue or consumer already exists, whose values in a
 * unique index another entity holds, whose token stands for another change, or for which the store
 * has no place left.
 */
public final class ConflictException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  private final @Nullable Violation violation;

  /**
   * The keys of the entity that holds the values. They have a meaning only to who may read that
   * entity.
   */
  public record Holder(String partitionKey, String rowKey) implements Serializable {}

  private record Violation(String index, @Nullable Holder holder) implements Serializable {

    String facts() {
      return holder == null
          ? "index=" + index
          : "index=" + index + " holder=" + holder.partitionKey() + "," + holder.rowKey();
    }
  }

  public ConflictException(ErrorCode code, String facts) {
    this(code, facts, NO_OPERATION, null);
  }

  private ConflictException(
      ErrorCode code, String facts, int failedOperation, @Nullable Violation violation) {
    super(code, facts, failedOperation, null);
    this.violation = violation;
  }

  /**
   * Returns the failure of a write that would give an entity the values that another entity holds
   * in a unique index.
   */
  public static ConflictException ofUniqueIndex(String index, Holder holder) {
    return of(new Violation(index, holder), NO_OPERATION);
  }

  private static ConflictException of(Violation violation, int failedOperation) {
    return new ConflictException(
        ErrorCode.UNIQUE_INDEX_VIOLATION, violation.facts(), failedOperation, violation);
  }

  /**
   * Returns the entity that holds the values in a unique index. Empty for other failures, and for
   * one that a remote service has reported.
   */
  public Optional<Holder> holder() {
    return Optional.ofNullable(violation).map(Violation::holder);
  }

  /**
   * Returns this failure without the holder of the values, and without the index if a remote
   * service has reported it.
   */
  public ConflictException withoutHolder() {
    return violation == null
        ? new ConflictException(code(), "", failedOperation(), null)
        : of(new Violation(violation.index(), null), failedOperation());
  }

  @Override
  public ConflictException atOperation(int index) {
    return new ConflictException(code(), facts(), index, violation);
  }
}
