package io.weir.server.operator;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Tells whether a server should receive requests. Called on any loop; must not block. */
@FunctionalInterface
public interface Readiness {

  /** Returns the reasons why it should not; empty if it should. */
  List<NotReady> reasons();

  /**
   * Returns lines about what an operator should know although the server should receive requests;
   * empty if there is nothing.
   */
  default List<String> warnings() {
    return List.of();
  }

  /** Returns the readiness of a store of which only its acceptance of writes is known. */
  static Readiness of(BooleanSupplier takesWrites) {
    return () -> takesWrites.getAsBoolean()
        ? List.of()
        : List.of(new NotReady("storeRefusesWrites", Duration.ZERO, false, ""));
  }
}
