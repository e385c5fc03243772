package io.weir.perf.target;

import io.weir.perf.workload.Operation;
import reactor.core.publisher.Mono;

/** The target has no such operation; its kind says which it has. */
public final class NotOffered extends RuntimeException {

  private static final long serialVersionUID = 1;

  private NotOffered(Operation operation) {
    super("Ask the kind of the target which operations it offers. operation=" + operation);
  }

  static Mono<Integer> of(Operation operation) {
    return Mono.error(() -> new NotOffered(operation));
  }
}
