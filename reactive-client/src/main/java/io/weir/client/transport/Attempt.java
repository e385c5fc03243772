package io.weir.client.transport;

import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.RequestSender;
import io.weir.client.exchange.ResponseReader;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * Sends the requests of one attempt of a call to one node, over one group of connections. Any
 * thread.
 *
 * @param node returns the node that gets a request
 */
public record Attempt(Transport transport, Supplier<Node> node, Call call, ConnectionGroup group)
    implements RequestSender {

  @Override
  public <T> Flux<T> send(OutboundRequest request, ResponseReader<T> answer) {
    return Flux.defer(() -> transport.exchange(node.get(), request, answer, call, group));
  }
}
