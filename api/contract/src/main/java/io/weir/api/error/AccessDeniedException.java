package io.weir.api.error;

/** The failure of a request whose caller is not authenticated or not authorised. */
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
