package io.weir.hbase;

import io.weir.hbase.protocol.RequestId;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** The ids of a gateway's requests. Any thread. */
final class RequestIds {

  private final long gateway;
  private final AtomicLong numbers = new AtomicLong();

  RequestIds(RandomGenerator random) {
    this.gateway = random.nextLong();
  }

  RequestId next() {
    return new RequestId(gateway, numbers.incrementAndGet());
  }
}
