package io.weir.perf.compare;

/**
 * Detects when a target is warm: the cost of an operation no longer falls, and nothing more is
 * compiled. Both are needed, because the time to compile a workload differs between programs, and
 * the cost may stand still while a large method is compiled. Belongs to one thread.
 */
final class WarmthDetector {

  /** A round must be cheaper than the best by this share to count as cheaper. */
  private static final double NOTICEABLE = 0.05;

  /** The share of a round's processor time above which compilation still goes on. */
  private static final double COMPILING = 0.1;

  private final int calmRounds;
  private double best = Double.POSITIVE_INFINITY;
  private int calm;

  /**
   * Begins with a cold target.
   *
   * @param calmRounds rounds in a row without a cheaper one that count as settled
   */
  WarmthDetector(int calmRounds) {
    this.calmRounds = calmRounds;
  }

  /**
   * Adds a round.
   *
   * @param cost of an operation, in any unit
   * @param compiling the compilers' share of the processor time, from 0 to 1
   * @return whether the target is warm
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
