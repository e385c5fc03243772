package io.weir.client.pipeline;

import io.weir.api.error.ServiceBusyException;
import io.weir.client.options.PoolOptions;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds all {@link Pipelines} of a client together: operations that wait, and pipelines that have not ended. Any thread. */
final class PipelineCapacity {

  private final int mostWaiting;
  private final int mostPipelines;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger pipelines = new AtomicInteger();

  PipelineCapacity(int mostWaiting, int mostPipelines) {
    this.mostWaiting = mostWaiting;
    this.mostPipelines = mostPipelines;
  }

  /** Allows half of the streams as pipelines, so that other requests always find a stream. With one stream there are no pipelines. */
  static PipelineCapacity of(PoolOptions pool) {
    var streams = pool.connections() * pool.streamsPerConnection();
    return new PipelineCapacity(pool.mostRequests(), streams / 2);
  }

  /** Reserves room for one waiting operation, which {@link #leave} returns. Returns false if there is none. */
  boolean enter() {
    return enter(waiting, mostWaiting);
  }

  void leave() {
    waiting.decrementAndGet();
  }

  /** Reserves room for one pipeline, which {@link #end} returns. Returns false if there is none. */
  boolean begin() {
    return enter(pipelines, mostPipelines);
  }

  void end() {
    pipelines.decrementAndGet();
  }

  /** Returns the failure for an operation that finds no room. */
  ServiceBusyException full() {
    return new ServiceBusyException("clientRequests=" + mostWaiting);
  }

  private static boolean enter(AtomicInteger count, int most) {
    if (count.incrementAndGet() <= most) {
      return true;
    }
    count.decrementAndGet();
    return false;
  }
}
