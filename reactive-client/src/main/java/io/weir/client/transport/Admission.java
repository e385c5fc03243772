package io.weir.client.transport;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;

/**
 * Bounds how many requests are under way or wait for a connection.
 *
 * <p>deliberate: not left to the connection pool, whose bound does not hold while a connection is being made. Any thread.
 */
final class Admission {

  private final int limit;
  private final AtomicInteger admitted = new AtomicInteger();

  Admission(int limit) {
    this.limit = limit;
  }

  /** The same while there is room, from subscription to end; else {@code ServerBusy} at once. */
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
