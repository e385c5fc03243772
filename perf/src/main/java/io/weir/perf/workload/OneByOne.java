package io.weir.perf.workload;

import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;

/**
 * One operation after another, each a round of its own: for operations that take long, such as a
 * stream of a whole table. What an operation sends is built before its clock begins.
 */
public record OneByOne() implements Pace {

  /** Runs one operation. The driver runs as many as there are rounds. */
  @Override
  public Mono<Void> run(OperationRunner operations, BooleanSupplier stopped) {
    return operations.begin(operations.time().now()).then();
  }

  @Override
  public int clients() {
    return 1;
  }

  @Override
  public String describe() {
    return "one by one";
  }
}
