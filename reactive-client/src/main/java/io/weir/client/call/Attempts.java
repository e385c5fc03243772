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

  /**
   * Returns the time that the service told last, as a Timestamp; the smallest value if it told
   * none.
   */
  long serviceTicks();
}
