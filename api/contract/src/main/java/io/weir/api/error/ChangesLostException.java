package io.weir.api.error;

/**
 * The failure of a change feed whose next change is no longer kept. A feed can start at the
 * beginning again.
 */
public final class ChangesLostException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  public ChangesLostException(String facts) {
    this(facts, NO_OPERATION);
  }

  private ChangesLostException(String facts, int failedOperation) {
    super(ErrorCode.CHANGES_LOST, facts, failedOperation, null);
  }

  @Override
  public ChangesLostException atOperation(int index) {
    return new ChangesLostException(facts(), index);
  }
}
