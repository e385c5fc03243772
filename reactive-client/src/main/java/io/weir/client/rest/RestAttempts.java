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
    return transport.attempt(call, group, attempt -> work.apply(service.apply(attempt)));
  }

  /** Returns the operations of a call, each of which is sent once. */
  public S once(Call call) {
    return service.apply(transport.sender(call));
  }
}
