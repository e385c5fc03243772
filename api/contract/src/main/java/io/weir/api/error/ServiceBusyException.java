package io.weir.api.error;

import java.time.Duration;
import java.util.Optional;

/** A bounded queue is full, or space is being made; nothing was done and the request may be sent again shortly. */
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

  /** How long the service asked to be left alone; empty when it did not say. */
  public Optional<Duration> retryAfter() {
    return Optional.of(retryAfter).filter(pause -> !pause.isZero());
  }

  /** The same failure of a service that asked to be left alone for so long. */
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
