package io.weir.perf.compare;

import io.weir.perf.workload.Rounds;
import java.time.Duration;

/**
 * The time that a run spends.
 *
 * @param entities rows of a table
 * @param warmup of each target at first
 * @param warmupOfGoal of a target at each task with a goal
 * @param warmupOfTask of a target at any other task
 * @param turn of a target at a workload: its own warm-up and one round
 * @param turns of each target, at least 1
 * @param scheduled a turn of operations on a schedule
 */
record TimeBudget(
    int entities,
    Warmup warmup,
    Warmup warmupOfGoal,
    Warmup warmupOfTask,
    Rounds turn,
    int turns,
    Rounds scheduled) {

  /** Forty minutes with all targets. */
  static final TimeBudget SHORT = new TimeBudget(
      20_000,
      Warmup.of(2_000, 60, 3),
      Warmup.of(500, 80, 10),
      Warmup.of(500, 8, 3),
      turn(250, 500),
      3,
      turn(500, 2_000));

  /** Two hours and more with all targets. */
  static final TimeBudget LONG = new TimeBudget(
      100_000,
      Warmup.of(3_000, 80, 3),
      Warmup.of(1_000, 80, 10),
      Warmup.of(1_000, 15, 3),
      turn(1_000, 3_000),
      5,
      turn(1_000, 10_000));

  /** Four minutes. */
  static final TimeBudget GUARD = new TimeBudget(
      20_000,
      Warmup.of(2_000, 40, 3),
      Warmup.of(500, 40, 3),
      Warmup.of(500, 40, 3),
      turn(500, 1_500),
      5,
      turn(500, 2_000));

  /** Two to five minutes with the targets of one question. */
  static final TimeBudget OVER_HTTP = new TimeBudget(
      200_000,
      Warmup.of(2_000, 10, 3),
      Warmup.of(500, 40, 10),
      Warmup.of(500, 40, 10),
      turn(500, 1_000),
      7,
      turn(500, 2_000));

  /** Everything once, in a few minutes: shows that all targets work; the numbers mean nothing. */
  static final TimeBudget TRIAL = new TimeBudget(
      2_000,
      Warmup.of(500, 1, 1),
      Warmup.of(50, 1, 1),
      Warmup.of(50, 1, 1),
      turn(50, 100),
      1,
      turn(50, 200));

  private static Rounds turn(int warmupMillis, int roundMillis) {
    return new Rounds(Duration.ofMillis(warmupMillis), Duration.ofMillis(roundMillis), 1);
  }
}
