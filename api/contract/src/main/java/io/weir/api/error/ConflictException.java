package io.weir.api.error;

/** What was to be created is already there. */
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
