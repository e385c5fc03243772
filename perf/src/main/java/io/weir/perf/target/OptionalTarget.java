package io.weir.perf.target;

import io.weir.perf.process.MissingProgram;
import io.weir.perf.process.Surroundings;
import java.io.IOException;
import java.util.Optional;

/** A target that takes part in a run only if its program is installed. Closing it closes the target. */
public record OptionalTarget(Optional<Target> target) implements AutoCloseable {

  /** Starts a target. If its program is missing, prints how to install it and returns without a target. */
  public static OptionalTarget start(TargetKind kind, Surroundings surroundings)
      throws IOException {
    try {
      return new OptionalTarget(Optional.of(kind.start(surroundings)));
    } catch (MissingProgram missing) {
      System.out.println("left out target=" + kind + " reason=" + missing.getMessage());
      return new OptionalTarget(Optional.empty());
    }
  }

  @Override
  public void close() throws IOException {
    if (target.isPresent()) {
      target.get().close();
    }
  }
}
