package io.weir.client.transport;

import io.weir.client.call.Call;
import io.weir.client.call.Lane;
import io.weir.client.exchange.Answer;
import io.weir.client.exchange.Exchange;
import io.weir.client.exchange.Request;
import reactor.core.publisher.Flux;

/** One attempt of a call: by which connections, and on whose behalf. Any thread. */
public record Attempt(Transport transport, Call call, Lane lane) implements Exchange {

  @Override
  public <T> Flux<T> send(Request request, Answer<T> answer) {
    return transport.exchange(request, answer, call, lane);
  }
}
