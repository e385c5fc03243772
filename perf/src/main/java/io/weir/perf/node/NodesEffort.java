package io.weir.perf.node;

import io.weir.perf.workload.Rounds;
import java.time.Duration;

/**
 * The time that a run spends.
 *
 * @param entities rows of a table
 * @param compiling how long three nodes carry out upserts before anything is measured: their JVMs
 *     compile that long, because the processors are shared
 * @param warmups turns that do not count
 * @param turn of one target at one workload: its own warm-up and one round
 * @param turns that count, at least 1
 * @param kills of the leader, at least 1
 * @param transfers of the leadership, at least 1
 * @param restarts of all nodes, at least 1
 */
record NodesEffort(
    int entities,
    Duration compiling,
    int warmups,
    Rounds turn,
    int turns,
    int kills,
    int transfers,
    int restarts) {

  /** An hour. */
  static final NodesEffort WHOLE =
      new NodesEffort(20_000, Duration.ofMinutes(4), 10, turn(500, 3_000), 11, 200, 20, 5);

  /** Twelve minutes. */
  static final NodesEffort SHORT =
      new NodesEffort(20_000, Duration.ofMinutes(3), 5, turn(250, 1_750), 5, 20, 5, 2);

  /** Everything once, in seconds: shows that all of it works; the numbers mean nothing. */
  static final NodesEffort TRIAL =
      new NodesEffort(200, Duration.ZERO, 0, turn(50, 200), 1, 1, 1, 1);

  NodesEffort {
    if (kills < 1) {
      throw new IllegalArgumentException("kill the leader at least once kills=" + kills);
    }
  }

  private static Rounds turn(int warmupMillis, int roundMillis) {
    return new Rounds(Duration.ofMillis(warmupMillis), Duration.ofMillis(roundMillis), 1);
  }

  /** Returns how long one node carries out upserts before anything is measured. */
  Duration compilingAlone() {
    return compiling.dividedBy(3);
  }

  NodesEffort withKills(int other) {
    return new NodesEffort(entities, compiling, warmups, turn, turns, other, transfers, restarts);
  }
}
