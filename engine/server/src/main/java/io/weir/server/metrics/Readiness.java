package io.weir.server.metrics;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Tells whether a server should be sent requests. Called on any loop; must not block. */
@FunctionalInterface
public interface Readiness {

  /** Why it should not; empty while it should. */
  List<NotReady> reasons();

  /** The readiness of a store of which nothing is known but whether it takes writes. */
  static Readiness of(BooleanSupplier takesWrites) {
    return () -> takesWrites.getAsBoolean()
        ? List.of()
        : List.of(new NotReady("storeRefusesWrites", Duration.ZERO, false, ""));
  }
}
