package io.weir.api.contract;

import io.weir.api.TableService;

/**
 * What the contract asks of the door under test.
 *
 * <p>One service may serve all cases: each writes to tables of its own. A service that keeps its tables between runs is fine,
 * too.
 */
public interface Door {

  /** The door itself. Asked anew for every request, so a variant may answer another one after {@link #midScenario}. */
  TableService service();

  /**
   * Called in every scenario that stores something, at a telling point: what was acknowledged before must hold behind it. A variant that
   * restarts the service does it here; no request is under way.
   */
  default void midScenario() {}

  /** Whether reports tell the plan: access path, ranges, and no more entities scanned than it needs. */
  default boolean reportsAccessPaths() {
    return true;
  }

  /** Whether queries may walk backwards. */
  default boolean walksBackwards() {
    return true;
  }

  /** Most bytes of a stream that may lie between the service and a subscriber that requests nothing: what the transport holds. */
  default int bytesInTransit() {
    return 0;
  }

  /** Lines of a bulk write that is long: fewer where each is a request. */
  default int manyLines() {
    return 3000;
  }

  /** Most lines of a bulk write that may have been taken and not answered: what the service and the transport hold. */
  default long mostLinesTaken() {
    return 2048;
  }
}
