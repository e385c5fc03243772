package io.weir.client.exchange;

import reactor.core.publisher.Flux;

/**
 * The way of one attempt to the service and back: whoever gives it signs, sends, counts, and watches for silence.
 *
 * <p>Any thread. Fails with {@link io.weir.api.error.TableServiceException} for what the service refused, and as the transport does.
 */
@FunctionalInterface
public interface RequestSender {

  /** Sends the request, once for each subscription, and answers with what is read of its answer. Cancelling ends it. */
  <T> Flux<T> send(OutboundRequest request, ResponseReader<T> answer);
}
