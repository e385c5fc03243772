package io.weir.server.queue;

import io.weir.api.queue.QueueName;
import io.weir.server.request.RequestHead;
import org.reactivestreams.Publisher;

/**
 * Answers pipelines of operations on messages, which are no part of the Azure Queue protocol.
 * Called on the loop of the connection.
 */
public interface QueuePipelines {

  /** Returns whether a request to the address of pipelines is one. */
  boolean accepts(RequestHead head);

  /** Answers a pipeline. */
  Publisher<Void> answer(QueueExchange exchange, QueueName queue);
}
