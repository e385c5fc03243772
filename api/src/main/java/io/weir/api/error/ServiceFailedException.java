package io.weir.api.error;

import org.jspecify.annotations.Nullable;

/**
 * The service could not do what it should: its disk failed, it ran out of time, or it has a fault.
 *
 * <p>The outcome of a write that fails so is <em>unknown</em> unless the facts say otherwise; read before repeating it.
 */
public final class ServiceFailedException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  public ServiceFailedException(ErrorCode code, String facts, @Nullable Throwable cause) {
    this(code, facts, NO_OPERATION, cause);
  }

  private ServiceFailedException(
      ErrorCode code, String facts, int failedOperation, @Nullable Throwable cause) {
    super(code, facts, failedOperation, cause);
  }

  @Override
  public ServiceFailedException atOperation(int index) {
    return new ServiceFailedException(code(), facts(), index, getCause());
  }
}
