package io.weir.client.call;

import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Makes single attempts of calls. Any thread.
 *
 * @param <S> the service that attempts are made of
 */
public interface Attempts<S> {

  /**
   * Applies the work to a service that sends each operation once, over a connection of the group.
   */
  <T> Mono<T> attempt(Call call, ConnectionGroup group, Function<S, Mono<T>> work);
}
