package io.weir.perf.target;

import io.weir.perf.workload.Operation;
import reactor.core.publisher.Mono;

/** Fails an operation that the target does not offer; its kind lists those that it offers. */
public final class NotOffered extends RuntimeException {

  private static final long serialVersionUID = 1;

  private NotOffered(Operation operation) {
    super("operation is not offered operation=" + operation);
  }

  static Mono<Integer> of(Operation operation) {
    return Mono.error(() -> new NotOffered(operation));
  }
}
