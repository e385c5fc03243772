package io.weir.api.error;

/**
 * The failure of a write whose table, entity, queue or consumer already exists, whose values in a unique index another entity
 * holds, or for which the store has no place left.
 */
public final class ConflictException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  public ConflictException(ErrorCode code, String facts) {
    this(code, facts, NO_OPERATION);
  }

  private ConflictException(ErrorCode code, String facts, int failedOperation) {
    super(code, facts, failedOperation, null);
  }

  @Override
  public ConflictException atOperation(int index) {
    return new ConflictException(code(), facts(), index);
  }
}
