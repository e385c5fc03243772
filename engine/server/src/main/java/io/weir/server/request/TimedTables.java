package io.weir.server.request;

import io.weir.api.ForwardingTables;
import io.weir.api.Operation;
import io.weir.api.TableService;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Tables whose work is cancelled at a {@link RequestTimeout} and then fails with
 * {@code OperationTimedOut}. A cancelled read stops. A cancelled write may still be carried out.
 *
 * <p>Signals on the threads of the wrapped tables, and on the loop of the connection for a timeout.
 */
final class TimedTables extends ForwardingTables {

  private final RequestTimeout timeout;

  TimedTables(TableService tables, RequestTimeout timeout) {
    super(tables);
    this.timeout = timeout;
  }

  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return timeout.bound(super.one(operation, call));
  }

  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return timeout.bound(super.many(operation, call));
  }
}
