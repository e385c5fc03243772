package io.weir.client.queue;

import io.weir.api.queue.QueueService;
import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.exchange.Protocol;
import io.weir.client.transport.Transport;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Makes attempts by the queue protocol. Any thread.
 *
 * @param path of the account, with its slash; empty if the host name contains the account
 */
public record QueueAttempts(Transport transport, Protocol protocol, String path)
    implements Attempts<QueueService> {

  @Override
  public <T> Mono<T> attempt(
      Call call, ConnectionGroup group, Function<QueueService, Mono<T>> work) {
    return work.apply(new RemoteQueues(transport.attempt(call, group), protocol, path));
  }

  @Override
  public long serviceTicks() {
    return transport.serviceTicks();
  }
}
