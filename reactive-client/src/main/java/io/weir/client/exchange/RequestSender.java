package io.weir.client.exchange;

import reactor.core.publisher.Flux;

/**
 * Sends the requests of one attempt. An implementation signs, sends and counts them, and watches
 * for silence.
 *
 * <p>Any thread. Fails with {@link io.weir.api.error.TableServiceException} if the service refuses
 * the request, else as the transport does.
 */
@FunctionalInterface
public interface RequestSender {

  /**
   * Sends the request, once for each subscription, and emits what the reader makes of its answer.
   * Cancelling ends the request.
   */
  <T> Flux<T> send(OutboundRequest request, ResponseReader<T> answer);
}
