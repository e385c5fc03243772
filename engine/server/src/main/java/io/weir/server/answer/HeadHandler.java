package io.weir.server.answer;

import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import reactor.core.publisher.Mono;

/**
 * The protocol of a port that serves something else than tables. It receives a request as soon as
 * its head is parsed, and authenticates the sender by itself.
 *
 * <p>Called on the loop of the connection; must not block.
 */
public interface HeadHandler {

  /**
   * Answers the request by {@link Responder#send}. A failure before that becomes an error reply.
   *
   * @param shared the state of the endpoint
   */
  Mono<Void> handle(
      RequestHead head, Sender sender, Responder responder, HttpExchange.Shared shared);
}
