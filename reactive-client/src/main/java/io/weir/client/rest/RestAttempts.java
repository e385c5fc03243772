package io.weir.client.rest;

import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.transport.Attempt;
import io.weir.client.transport.Transport;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Makes attempts at operations that both dialects send in the REST form. Any thread.
 *
 * @param service returns the operations whose requests an attempt sends
 */
public record RestAttempts<S>(Transport transport, Function<Attempt, S> service)
    implements Attempts<S> {

  @Override
  public <T> Mono<T> attempt(Call call, ConnectionGroup group, Function<S, Mono<T>> work) {
    return work.apply(service.apply(transport.attempt(call, group)));
  }

  /** Returns the operations of one attempt of a call. */
  public S once(Call call) {
    return service.apply(transport.attempt(call, ConnectionGroup.MAIN));
  }

  @Override
  public long serviceTicks() {
    return transport.serviceTicks();
  }
}
