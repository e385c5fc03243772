package io.weir.api.error;

/** The failure of a write whose precondition names another version than the stored one. */
public final class PreconditionFailedException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  public PreconditionFailedException(String facts) {
    this(facts, NO_OPERATION);
  }

  private PreconditionFailedException(String facts, int failedOperation) {
    super(ErrorCode.UPDATE_CONDITION_NOT_SATISFIED, facts, failedOperation, null);
  }

  @Override
  public PreconditionFailedException atOperation(int index) {
    return new PreconditionFailedException(facts(), index);
  }
}
