package io.weir.client.rest;

import io.weir.api.Outbox;
import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.options.Endpoint;
import io.weir.client.transport.Transport;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Makes attempts of commits with messages, which both dialects send as transactions. Any thread. */
public record OutboxAttempts(Transport transport, Endpoint endpoint) implements Attempts<Outbox> {

  @Override
  public <T> Mono<T> attempt(Call call, ConnectionGroup group, Function<Outbox, Mono<T>> work) {
    return work.apply(
        new RestTables(transport.attempt(call, group), endpoint.origin(), endpoint.path()));
  }

  @Override
  public long serviceTicks() {
    return transport.serviceTicks();
  }
}
