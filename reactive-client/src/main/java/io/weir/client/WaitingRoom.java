package io.weir.client;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what waits to leave together, in all of a client's {@link Gatherer}s. Any thread. */
final class WaitingRoom {

  private final int most;
  private final AtomicInteger count = new AtomicInteger();

  WaitingRoom(int most) {
    this.most = most;
  }

  /** Whether one more may wait; it leaves again if so. */
  boolean enter() {
    if (count.incrementAndGet() <= most) {
      return true;
    }
    count.decrementAndGet();
    return false;
  }

  void leave() {
    count.decrementAndGet();
  }

  /** What whoever may not enter is told. */
  ServiceBusyException isFull() {
    return new ServiceBusyException("clientRequests=" + most);
  }
}
