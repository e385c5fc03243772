package io.weir.client.queue;

import io.weir.api.queue.QueueName;
import io.weir.api.wire.MessageAnswer;
import io.weir.api.wire.MessageCall;
import reactor.core.publisher.Mono;

/** Carries out an operation on messages: as a frame, or by its request. Any thread. */
@FunctionalInterface
interface MessageSender {

  /** Sends each operation as its request. */
  MessageSender BY_REQUESTS = (queue, call, request) -> request.cast(MessageAnswer.class);

  /**
   * Returns the answer.
   *
   * @param request carries out the same operation as a request of its own
   */
  Mono<MessageAnswer> send(
      QueueName queue, MessageCall call, Mono<? extends MessageAnswer> request);
}
