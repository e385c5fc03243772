package io.weir.client.transport;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;

/**
 * Bounds how many requests are in flight or wait for a connection.
 *
 * <p>deliberate: the connection pool has such a bound, but does not keep it while a connection is being opened. Any thread.
 */
final class Admission {

  private final int limit;
  private final AtomicInteger admitted = new AtomicInteger();

  Admission(int limit) {
    this.limit = limit;
  }

  /** Counts the request while it runs. Fails with {@code ServerBusy} if the bound is reached. */
  <T> Flux<T> admit(Flux<T> request) {
    return Flux.defer(() -> {
      if (admitted.incrementAndGet() > limit) {
        admitted.decrementAndGet();
        return Flux.error(new ServiceBusyException("clientRequests=" + limit));
      }
      return request.doFinally(signal -> admitted.decrementAndGet());
    });
  }
}
