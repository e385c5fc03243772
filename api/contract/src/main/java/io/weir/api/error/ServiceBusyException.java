package io.weir.api.error;

import java.time.Duration;
import java.util.Optional;

/**
 * The failure of a request that met a full queue, or a service that is reclaiming space. Nothing
 * was done. The request may be sent again shortly.
 */
public final class ServiceBusyException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  public ServiceBusyException(String facts) {
    this(facts, Duration.ZERO, NO_OPERATION);
  }

  private ServiceBusyException(String facts, Duration retryAfter, int failedOperation) {
    super(ErrorCode.SERVER_BUSY, facts, failedOperation, null);
    this.retryAfter = retryAfter;
  }

  /** Returns the pause that the service asked for. Empty when it asked for none. */
  public Optional<Duration> retryAfter() {
    return Optional.of(retryAfter).filter(pause -> !pause.isZero());
  }

  /** Returns this failure with the pause that the service asked for. */
  public ServiceBusyException retryAfter(Duration pause) {
    return new ServiceBusyException(facts(), pause, failedOperation());
  }

  @Override
  public boolean retryable() {
    return true;
  }

  @Override
  public ServiceBusyException atOperation(int index) {
    return new ServiceBusyException(facts(), retryAfter, index);
  }
}
