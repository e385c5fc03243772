package io.weir.api.contract;

import io.weir.api.TableService;

/**
 * The properties of an implementation under test.
 *
 * <p>One service can serve all cases, because each case uses tables of its own. The service may
 * keep its tables between runs.
 */
public interface Door {

  /**
   * Returns the service under test. Called for every request, so a variant may return another
   * service after {@link #midScenario}.
   */
  TableService service();

  /**
   * Called in every scenario that stores something. Everything acknowledged before the call must
   * still hold after it. No request is in flight. A variant that restarts the service does it here.
   */
  default void midScenario() {}

  /**
   * Returns whether reports contain the plan: the access path, the ranges, and the smallest number
   * of scanned entities.
   */
  default boolean reportsAccessPaths() {
    return true;
  }

  /** Returns whether queries support descending order. */
  default boolean walksBackwards() {
    return true;
  }

  /**
   * Returns the most bytes of a stream that the transport may hold while the subscriber requests
   * nothing.
   */
  default int bytesInTransit() {
    return 0;
  }

  /**
   * Returns the number of lines of a long bulk write. An implementation that sends a request for
   * each line returns fewer.
   */
  default int manyLines() {
    return 3000;
  }

  /**
   * Returns the most lines of a bulk write that the service and the transport may have taken and
   * not answered.
   */
  default long mostLinesTaken() {
    return 2048;
  }
}
