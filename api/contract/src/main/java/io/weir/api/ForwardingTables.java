package io.weir.api;

import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A service that forwards every operation to another one, except for the methods that a subclass
 * overrides. A subclass that changes all operations in one way overrides the hooks instead:
 * {@link #one} and {@link #many}.
 */
public abstract class ForwardingTables extends RoutedTables {

  private final TableService delegate;

  protected ForwardingTables(TableService delegate) {
    this.delegate = delegate;
  }

  /** Returns the service to which operations are forwarded. */
  protected final TableService delegate() {
    return delegate;
  }

  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return call.apply(delegate);
  }

  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return call.apply(delegate);
  }
}
