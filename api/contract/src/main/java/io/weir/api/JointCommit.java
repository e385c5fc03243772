package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import java.util.HashSet;
import java.util.List;

/**
 * Writes and checks on any partitions and tables of an account that are carried out together: all
 * of them with one Timestamp, or none.
 *
 * <p>Checks write nothing. With them a caller can read entities, decide, and write only if what it
 * read is still true.
 *
 * <p>A change may be answered with entities if it is the only write: the other operations are
 * checks.
 *
 * <p>Fails with {@code InvalidInput} when empty or longer than {@link #MAX_OPERATIONS}, and with
 * {@code InvalidDuplicateRow} when two operations name the same entity, and with
 * {@code InvalidInput} for a change beside another write that is to be answered with entities; all
 * these failures name the operation that breaks the rule. Fails with {@code RequestBodyTooLarge}
 * when the encoded entities exceed {@link #MAX_BYTES}.
 *
 * @param operations 1 to 1,000 operations, in the order of their results
 */
public record JointCommit(List<TableWrite> operations) {

  /** Most operations of a joint commit. */
  public static final int MAX_OPERATIONS = 1_000;

  /** Most bytes of encoded entities in a joint commit: 16 MiB. */
  public static final int MAX_BYTES = 16 << 20;

  public JointCommit {
    operations = List.copyOf(operations);
    requireLength(operations);
    requireDistinct(operations);
    requireNoEntities(operations);
    requireBytes(operations);
  }

  /** Returns a joint commit of these operations. */
  public static JointCommit of(TableWrite... operations) {
    return new JointCommit(List.of(operations));
  }

  private static void requireLength(List<TableWrite> operations) {
    if (operations.isEmpty()) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "jointCommit=empty");
    }
    if (operations.size() > MAX_OPERATIONS) {
      throw new InvalidRequestException(
              ErrorCode.INVALID_INPUT,
              "operations=" + operations.size() + " limit=" + MAX_OPERATIONS)
          .atOperation(MAX_OPERATIONS - 1);
    }
  }

  private static void requireDistinct(List<TableWrite> operations) {
    var seen = new HashSet<TableKey>();
    for (var i = 0; i < operations.size(); i++) {
      var operation = operations.get(i);
      if (!seen.add(new TableKey(operation.table(), operation.key()))) {
        throw new InvalidRequestException(ErrorCode.INVALID_DUPLICATE_ROW, "").atOperation(i);
      }
    }
  }

  /** The memory of an answer is bounded if only one operation has entities. */
  private static void requireNoEntities(List<TableWrite> operations) {
    var writes = operations.stream().filter(TableWrite.Change.class::isInstance).count();
    for (var i = 0; writes > 1 && i < operations.size(); i++) {
      requireNoEntity(operations.get(i), i);
    }
  }

  private static void requireNoEntity(TableWrite operation, int index) {
    if (operation instanceof TableWrite.Change change) {
      try {
        Batch.requireNoEntity(change.write());
      } catch (InvalidRequestException e) {
        throw e.atOperation(index);
      }
    }
  }

  private static void requireBytes(List<TableWrite> operations) {
    var bytes = operations.stream()
        .mapToLong(operation ->
            operation instanceof TableWrite.Change change ? change.write().weightBytes() : 0)
        .sum();
    if (bytes > MAX_BYTES) {
      throw new InvalidRequestException(
              ErrorCode.REQUEST_BODY_TOO_LARGE, "bytes=" + bytes + " limit=" + MAX_BYTES)
          .atOperation(TableServiceException.NO_OPERATION);
    }
  }
}
