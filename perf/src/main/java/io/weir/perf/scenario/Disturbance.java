package io.weir.perf.scenario;

import io.weir.perf.workload.Round;
import java.io.IOException;

/** What runs beside a scenario while a sample is taken. */
@FunctionalInterface
public interface Disturbance {

  /** Nothing. */
  Disturbance NOTHING = () -> new Running() {
    @Override
    public void close() {}
  };

  /** Begins it, and returns when it has its effect. Blocks. */
  Running begin() throws IOException;

  /**
   * A disturbance that has begun. Closing ends it, blocks until it has ended, and fails if the
   * disturbance has failed.
   */
  interface Running extends AutoCloseable {

    /** Returns a round that was taken beside it, with what it counted itself. */
    default Round seen(Round round) {
      return round;
    }

    @Override
    void close() throws IOException;
  }
}
