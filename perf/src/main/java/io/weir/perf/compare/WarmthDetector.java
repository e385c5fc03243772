package io.weir.perf.compare;

/**
 * Watches what an operation costs, round by round, until it no longer falls and nothing more is being compiled: a program that is
 * compiled while it runs grows cheaper for as long as it takes, which no fixed time tells, and while a large method is in the works
 * its cost may stand still for long. Belongs to one thread.
 */
final class WarmthDetector {

  /** A round that is cheaper by less than this is as cheap as the best. */
  private static final double NOTICEABLE = 0.05;

  /** Of the processor time of a round; above it, something is still to become cheaper. */
  private static final double COMPILING = 0.1;

  private final int calmRounds;
  private double best = Double.POSITIVE_INFINITY;
  private int calm;

  /**
   * Begins.
   *
   * @param calmRounds so many in a row that are no cheaper settle it
   */
  WarmthDetector(int calmRounds) {
    this.calmRounds = calmRounds;
  }

  /**
   * Takes the next round.
   *
   * @param cost of an operation in it, in any unit
   * @param compiling what part of the processor time JIT compilers used, from 0 to 1
   * @return whether it has settled
   */
  boolean add(double cost, double compiling) {
    if (cost < best * (1 - NOTICEABLE)) {
      best = cost;
      calm = 0;
    } else {
      calm++;
    }
    return calm >= calmRounds && compiling <= COMPILING;
  }
}
