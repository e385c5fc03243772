package io.weir.server.value;

import io.weir.api.error.ServiceBusyException;
import reactor.util.retry.Retry;

/**
 * Another write has replaced or deleted the value after this request found it, and before this
 * request was answered.
 */
final class Overtaken extends RuntimeException {

  private static final int ATTEMPTS = 8;
  private static final long serialVersionUID = 1;

  Overtaken() {
    super(null, null, false, false);
  }

  /**
   * Tries again while other writes overtake the request. Fails with {@code ServerBusy} after
   * {@value #ATTEMPTS} attempts.
   */
  static Retry retry() {
    return Retry.max(ATTEMPTS - 1)
        .filter(Overtaken.class::isInstance)
        .onRetryExhaustedThrow(
            (spec, signal) -> new ServiceBusyException("value=replacedRepeatedly"));
  }
}
