package io.weir.client.pipeline;

import io.weir.api.error.ServiceBusyException;
import io.weir.client.options.PoolOptions;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts what a client's {@link Pipelines} hold together: operations that wait to leave, and pipelines that have not ended. Any thread.
 */
final class PipelineCapacity {

  private final int mostWaiting;
  private final int mostPipelines;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger pipelines = new AtomicInteger();

  PipelineCapacity(int mostWaiting, int mostPipelines) {
    this.mostWaiting = mostWaiting;
    this.mostPipelines = mostPipelines;
  }

  /** Half of the streams at most, so that there are always some for what is no pipeline's; none where there is one stream. */
  static PipelineCapacity of(PoolOptions pool) {
    var streams = pool.connections() * pool.streamsPerConnection();
    return new PipelineCapacity(pool.mostRequests(), streams / 2);
  }

  /** Whether one more may wait; it leaves again if so. */
  boolean enter() {
    return enter(waiting, mostWaiting);
  }

  void leave() {
    waiting.decrementAndGet();
  }

  /** Whether one more pipeline may begin; it ends again if so. */
  boolean begin() {
    return enter(pipelines, mostPipelines);
  }

  void end() {
    pipelines.decrementAndGet();
  }

  /** What whoever may not enter is told. */
  ServiceBusyException isFull() {
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
