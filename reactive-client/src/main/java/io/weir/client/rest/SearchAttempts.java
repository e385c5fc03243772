package io.weir.client.rest;

import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.options.Endpoint;
import io.weir.client.transport.Transport;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Makes attempts of searches, which both dialects send as the REST form. Any thread. */
public record SearchAttempts(Transport transport, Endpoint endpoint)
    implements Attempts<RestSearches> {

  @Override
  public <T> Mono<T> attempt(
      Call call, ConnectionGroup group, Function<RestSearches, Mono<T>> work) {
    return work.apply(new RestSearches(transport.attempt(call, group), endpoint.path()));
  }

  @Override
  public long serviceTicks() {
    return transport.serviceTicks();
  }
}
