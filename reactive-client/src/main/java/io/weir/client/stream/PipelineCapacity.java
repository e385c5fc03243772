package io.weir.client.stream;

import io.weir.client.exchange.Places;
import io.weir.client.options.PoolOptions;

/**
 * Bounds all {@link Pipelines} of a client together: operations that wait, and pipelines that have
 * not ended. Any thread.
 */
record PipelineCapacity(Places waiting, Places pipelines) {

  PipelineCapacity(int mostWaiting, int mostPipelines) {
    this(new Places(mostWaiting), new Places(mostPipelines));
  }

  /**
   * Allows half of the streams as pipelines, so that other requests always find a stream. With one
   * stream there are no pipelines.
   */
  static PipelineCapacity of(PoolOptions pool) {
    var streams = pool.connections() * pool.streamsPerConnection();
    return new PipelineCapacity(pool.mostRequests(), streams / 2);
  }
}
