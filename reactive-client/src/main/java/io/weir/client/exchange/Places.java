package io.weir.client.exchange;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;

/** Bounds how many of a client's requests or operations wait or are in flight. Any thread. */
public final class Places {

  private final int most;
  private final AtomicInteger taken = new AtomicInteger();

  public Places(int most) {
    this.most = most;
  }

  /** Takes a place, which {@link #leave} returns. Returns false if there is none. */
  public boolean enter() {
    if (taken.incrementAndGet() <= most) {
      return true;
    }
    taken.decrementAndGet();
    return false;
  }

  public void leave() {
    taken.decrementAndGet();
  }

  /** Returns the failure for one that finds no place. */
  public ServiceBusyException full() {
    return new ServiceBusyException("clientRequests=" + most);
  }

  /** Holds a place while the request runs. Fails with {@code ServerBusy} if there is none. */
  public <T> Flux<T> hold(Flux<T> request) {
    return Flux.defer(() -> enter() ? request.doFinally(signal -> leave()) : Flux.error(full()));
  }
}
