package io.weir.perf.target;

import io.weir.perf.process.MissingProgram;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.Operation;
import io.weir.perf.workload.Workload;
import java.io.IOException;
import java.util.Set;

/**
 * A kind of target that can be started.
 *
 * @param name in results
 * @param durability what an acknowledged write survives, in words; empty if nothing is written
 * @param operations that it offers
 * @param starter starts it
 */
public record TargetKind(
    String name, String durability, Set<Operation> operations, Starter starter) {

  /** Starts a target and blocks until it serves. Fails with {@link MissingProgram} if it is not installed. */
  @FunctionalInterface
  public interface Starter {
    Target start(Surroundings surroundings) throws IOException;
  }

  public TargetKind {
    operations = Set.copyOf(operations);
  }

  /** Starts a target and blocks until it serves. Fails with {@link MissingProgram} if it is not installed. */
  public Target start(Surroundings surroundings) throws IOException {
    return starter.start(surroundings);
  }

  @Override
  public String toString() {
    return name;
  }

  public boolean offers(Workload workload) {
    return operations.containsAll(workload.mix().keySet());
  }
}
