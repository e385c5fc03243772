package io.weir.client.queue;

import io.weir.api.queue.QueueService;
import io.weir.api.wire.MessageAnswer;
import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.exchange.Protocol;
import io.weir.client.stream.Pipelining;
import io.weir.client.transport.Attempt;
import io.weir.client.transport.Transport;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Makes attempts at operations on queues. Any thread.
 *
 * @param protocol by which requests are sent; HTTP/2 also for pipelines
 * @param path of the account, with its slash; empty if the host name contains the account
 */
public record QueueAttempts(
    Transport transport, Protocol protocol, String path, Pipelining pipelining)
    implements Attempts<QueueService> {

  @Override
  public <T> Mono<T> attempt(
      Call call, ConnectionGroup group, Function<QueueService, Mono<T>> work) {
    return transport.attempt(call, group, attempt -> work.apply(queues(attempt)));
  }

  private QueueService queues(Attempt attempt) {
    var messages = protocol == Protocol.HTTP_2 ? piped(attempt) : MessageSender.BY_REQUESTS;
    return new RemoteQueues(attempt, protocol, path, messages);
  }

  /** A service without pipelines refuses them; the operations then become requests. */
  private MessageSender piped(Attempt attempt) {
    return (queue, message, request) ->
        pipelining.message(attempt, queue, message, request.cast(MessageAnswer.class));
  }
}
