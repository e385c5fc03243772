package io.weir.client.transport;

import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.RequestSender;
import io.weir.client.exchange.ResponseReader;
import reactor.core.publisher.Flux;

/** Sends the requests of one attempt of a call over one group of connections. Any thread. */
public record Attempt(Transport transport, Call call, ConnectionGroup group)
    implements RequestSender {

  @Override
  public <T> Flux<T> send(OutboundRequest request, ResponseReader<T> answer) {
    return transport.exchange(request, answer, call, group);
  }
}
