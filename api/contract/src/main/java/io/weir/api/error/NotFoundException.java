package io.weir.api.error;

/** The failure of a request whose table or entity does not exist. */
public final class NotFoundException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  public NotFoundException(ErrorCode code, String facts) {
    this(code, facts, NO_OPERATION);
  }

  private NotFoundException(ErrorCode code, String facts, int failedOperation) {
    super(code, facts, failedOperation, null);
  }

  @Override
  public NotFoundException atOperation(int index) {
    return new NotFoundException(code(), facts(), index);
  }
}
