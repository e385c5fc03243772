package io.weir.api.error;

/** The caller did not prove who it is, or may not do this. */
public final class AccessDeniedException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  public AccessDeniedException(ErrorCode code, String facts) {
    this(code, facts, NO_OPERATION);
  }

  private AccessDeniedException(ErrorCode code, String facts, int failedOperation) {
    super(code, facts, failedOperation, null);
  }

  @Override
  public AccessDeniedException atOperation(int index) {
    return new AccessDeniedException(code(), facts(), index);
  }
}
