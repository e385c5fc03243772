package io.weir.perf.engine;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Times one operation in {@value #ONE_IN}, so that reading the clock does not dominate. Belongs to
 * one thread at a time.
 */
@State(Scope.Thread)
public class Stopwatch {

  private static final int ONE_IN = 16;

  private int operations;
  private long startNanos;

  public void start() {
    if (++operations % ONE_IN == 0) {
      startNanos = System.nanoTime();
    }
  }

  public void stop() {
    if (operations % ONE_IN == 0) {
      Latencies.record(System.nanoTime() - startNanos);
    }
  }
}
