package io.weir.api.error;

/**
 * The failure of a request that breaks a rule of the protocol. The unchanged request fails again.
 */
public final class InvalidRequestException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  public InvalidRequestException(ErrorCode code, String facts) {
    this(code, facts, NO_OPERATION);
  }

  private InvalidRequestException(ErrorCode code, String facts, int failedOperation) {
    super(code, facts, failedOperation, null);
  }

  @Override
  public InvalidRequestException atOperation(int index) {
    return new InvalidRequestException(code(), facts(), index);
  }
}
