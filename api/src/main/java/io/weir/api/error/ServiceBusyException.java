package io.weir.api.error;

/** A bounded queue is full, or space is being made; nothing was done and the request may be sent again shortly. */
public final class ServiceBusyException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  public ServiceBusyException(String facts) {
    this(facts, NO_OPERATION);
  }

  private ServiceBusyException(String facts, int failedOperation) {
    super(ErrorCode.SERVER_BUSY, facts, failedOperation, null);
  }

  @Override
  public boolean retryable() {
    return true;
  }

  @Override
  public ServiceBusyException atOperation(int index) {
    return new ServiceBusyException(facts(), index);
  }
}
